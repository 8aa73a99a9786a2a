import { describe, expect, it } from 'vitest';
import allowed from './allowed.json' with { type: 'json' };
import { isSameText, tidied } from './html.ts';
import { isLink, linkOf } from './links.ts';
import { cleaned } from './pasted.ts';
import { wordsOf } from './words.ts';
import { elements, fits, rewritten } from './writer.ts';

describe('what the shop keeps and what the editor writes', () => {
  it('are the same elements', () => {
    expect(elements()).toEqual(Object.keys(allowed.editor).sort());
  });

  it.each(allowed.shownInTheEditor)('is written as it came: %s', (html) => {
    expect(fits(html)).toBe(true);
    expect(rewritten(html)).toBe(html);
  });

  it.each(allowed.shownAsSource)('has what the editor would lose: %s', (html) => {
    expect(fits(html)).toBe(false);
  });

  it.each([
    ['<b>Gras</b> et <i>penché</i>', '<p><strong>Gras</strong> et <em>penché</em></p>'],
    ['<p>un</p>\n\n<ul>\n <li><p>deux</p></li>\n</ul>\n', '<p>un</p><ul><li>deux</li></ul>'],
    ['<blockquote>Très bien</blockquote>', '<blockquote><p>Très bien</p></blockquote>'],
    ['<p><em><strong>a</strong></em></p>', '<p><strong><em>a</em></strong></p>'],
    ['<p><span>a</span> b</p>', '<p>a b</p>'],
    ['<p></p>', ''],
  ])('may have been written in another way: %s', (html, written) => {
    expect(fits(html)).toBe(true);
    expect(rewritten(html)).toBe(written);
  });
});

it('tells texts apart that say or show something else', () => {
  for (const [one, other] of [
    ['<p>a</p>', '<p>b</p>'],
    ['<p>a</p>', '<h2>a</h2>'],
    ['<p>a b</p>', '<p>ab</p>'],
    ['<p>a</p><p>b</p>', '<p>a b</p>'],
    ['<p>a<br>b</p>', '<p>a b</p>'],
    ['<p><strong>a</strong></p>', '<p>a</p>'],
    ['<p><a href="/a">a</a></p>', '<p><a href="/b">a</a></p>'],
    ['<ul><li>a</li><li>b</li></ul>', '<ul><li>ab</li></ul>'],
    ['<p><img src="/media/a" alt="a"></p>', '<p><img src="/media/a" alt="b"></p>'],
    ['<p>a</p>', '<p><img src="/media/a" alt=""></p>'],
    ['<p>a&nbsp;b</p>', '<p>a b</p>'],
  ] as const) {
    expect(isSameText(one, other), `${one} ${other}`).toBe(false);
  }
});

it('sends nothing of an empty text and no empty lines around one', () => {
  expect(tidied('<p></p><p> </p>')).toBe('');
  expect(tidied('<p></p><p>a</p><p></p><p>b</p><p></p>')).toBe('<p>a</p><p></p><p>b</p>');
  expect(tidied('<p><img src="/media/a"></p>')).toContain('img');
});

it('reads a text without its form', () => {
  expect(wordsOf('<h2>Délais</h2><ul><li>un</li><li>deux</li></ul>')).toBe('Délais un deux');
});

it('takes as a link what the shop keeps', () => {
  for (const kept of ['/new', '#prix', 'https://a.dz', 'mailto:a@b.dz', 'tel:0555', 'a.html']) {
    expect(isLink(kept), kept).toBe(true);
  }
  for (const refused of ['', 'javascript:alert(1)', 'JaVa\tScript:alert(1)', 'data:text/html,x', 'ftp://a']) {
    expect(isLink(refused), refused).toBe(false);
  }
});

it.each([
  ['boutique.dz', 'https://boutique.dz'],
  ['www.a.com/b?c=d', 'https://www.a.com/b?c=d'],
  ['/pages/livraison', '/pages/livraison'],
  ['contact@boutique.dz', 'mailto:contact@boutique.dz'],
  ['0555 12 34 56', 'tel:0555123456'],
  ['https://a.dz', 'https://a.dz'],
  ['livraison', null],
  ['//evil.example', null],
  ['javascript:alert(1)', null],
  ['deux mots', null],
  ['', null],
])('makes of %s the link %s', (typed, link) => {
  expect(linkOf(typed)).toBe(link);
});

describe('what is pasted becomes what the shop takes', () => {
  const pasted = (html: string) => rewritten(cleaned(html));

  it('from Word', () => {
    const item = (marker: string, text: string) =>
      `<p class=MsoListParagraph style='text-indent:-18.0pt;mso-list:l0 level1 lfo1'><![if !supportLists]><span
        style='font-family:Symbol'><span style='mso-list:Ignore'>${marker}<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;
        </span></span></span><![endif]><span lang=FR>${text}<o:p></o:p></span></p>`;
    const html = `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><style>p.MsoNormal { margin: 0 }</style></head>
      <body lang=FR><!--StartFragment--><h1>Notre savon<o:p></o:p></h1>
      <p class=MsoNormal style='margin-bottom:8pt'><b><span style='color:red'>Doux</span></b><span> pour la peau.<o:p></o:p></span></p>
      <p class=MsoNormal><o:p>&nbsp;</o:p></p>${item('·', 'Olive')}${item('·', 'Laurier')}${item('1.', 'Mouiller')}
      <table border=1><tr><td><p class=MsoNormal>Taille</p></td><td><p class=MsoNormal>100&nbsp;g</p></td></tr></table>
      <img src="file:///C:/Users/a/image001.png" alt="Une longue description de la photo"><!--EndFragment--></body></html>`;
    expect(pasted(html)).toBe(
      '<h2>Notre savon</h2><p><strong>Doux</strong> pour la peau.</p><ul><li>Olive</li><li>Laurier</li></ul>' +
        '<ol><li>Mouiller</li></ol><p>Taille – 100&nbsp;g</p>',
    );
  });

  it('from Facebook', () => {
    const html = `<div class="x1iorvi4" dir="auto" style="text-align: right"><div dir="auto">صابون طبيعي <span class="x3nfvp2"><img
      height="16" width="16" alt="🌿" src="https://static.xx.fbcdn.net/images/emoji.php/v9/t0/1f33f.png"></span></div></div>
      <div dir="auto"><br></div><div dir="auto">اطلبوا <a href="https://l.facebook.com/l.php?u=https%3A%2F%2Fboutique.dz%2Fnew&h=AT0"
      class="x1i10hfl" role="link">من هنا</a></div><script>alert(1)</script>`;
    expect(pasted(html)).toBe(
      '<p>صابون طبيعي 🌿</p><p>اطلبوا <a href="https://boutique.dz/new" rel="noopener noreferrer">من هنا</a></p>',
    );
  });

  it('from a page that would run something', () => {
    expect(pasted('<p onclick="x()">a<a href="javascript:x()">b</a><iframe src="//e"></iframe></p>')).toBe(
      '<p>ab</p>',
    );
  });
});
