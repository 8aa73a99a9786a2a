// Shows /api/openapi.json to people. Everything is put in as text, nothing as markup.
const element = (tag, properties = {}, ...children) => {
  const made = Object.assign(document.createElement(tag), properties);
  made.append(...children);
  return made;
};

const nameOf = (schema) => {
  if (!schema) return '';
  if (schema.$ref) return schema.$ref.split('/').pop();
  if (schema.type === 'array') return `${nameOf(schema.items)}[]`;
  const type = [schema.type ?? ''].flat().join(' or ');
  return schema.enum ? schema.enum.map((value) => JSON.stringify(value)).join(' | ') : type;
};

const bodyOf = (content) => nameOf(Object.values(content ?? {})[0]?.schema);

// Words between backticks are code.
const prose = (text) =>
  (text ?? '').split('`').map((part, at) => (at % 2 ? element('code', { textContent: part }) : part));

function table(rows) {
  const line = (cells) => element('tr', {}, ...cells.map((cell) => element('td', {}, ...[cell].flat())));
  return element('table', {}, element('tbody', {}, ...rows.map(line)));
}

function operation(method, path, described) {
  const summary = element('summary', {}, element('span', { className: 'method', textContent: method }));
  summary.append(element('code', { textContent: path }), ` ${described.summary ?? ''}`);
  const parameters = (described.parameters ?? []).map((one) => [
    element('code', { textContent: one.name }),
    `${one.in}${one.required ? '' : ', optional'}`,
    nameOf(one.schema),
    prose(one.description),
  ]);
  const answers = Object.entries(described.responses ?? {}).map(([status, answer]) => [
    status,
    bodyOf(answer.content),
    prose(answer.description),
  ]);
  const body = bodyOf(described.requestBody?.content);
  return element(
    'details',
    { id: described.operationId },
    summary,
    ...(parameters.length ? [element('h4', { textContent: 'Parameters' }), table(parameters)] : []),
    ...(body ? [element('h4', { textContent: 'Body' }), element('code', { textContent: body })] : []),
    element('h4', { textContent: 'Answers' }),
    table(answers),
  );
}

function schema(name, described) {
  const text = JSON.stringify(described, null, 2);
  const summary = element('summary', {}, element('code', { textContent: name }));
  return element('details', {}, summary, element('pre', { textContent: text }));
}

function show(api) {
  const operations = Object.entries(api.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, described]) => ({ method, path, described })),
  );
  const sections = api.tags.flatMap((tag) => [
    element('h2', { textContent: tag.name }),
    element('p', {}, ...prose(tag.description)),
    ...operations
      .filter(({ described }) => described.tags?.includes(tag.name))
      .map(({ method, path, described }) => operation(method, path, described)),
  ]);
  const schemas = Object.entries(api.components.schemas).map(([name, described]) => schema(name, described));
  document
    .getElementById('doc')
    .replaceChildren(
      element('h1', { textContent: api.info.title }),
      element('p', {}, ...prose(api.info.description)),
      element('p', {}, element('a', { href: '/api/openapi.json', textContent: '/api/openapi.json' })),
      ...sections,
      element('h2', { textContent: 'Schemas' }),
      ...schemas,
    );
}

const answer = await fetch('/api/openapi.json');
show(await answer.json());
