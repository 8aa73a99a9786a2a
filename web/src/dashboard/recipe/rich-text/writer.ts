/**
 * The editor of texts: the one file that knows which library it is. Its schema is what the shop's cleaner keeps
 * (`allowed.json`, read by the tests of both), so that what is pasted becomes that and nothing else.
 */
import { Editor, Extension, getSchema, Mark, Node } from '@tiptap/core';
import { Blockquote } from '@tiptap/extension-blockquote';
import { Bold } from '@tiptap/extension-bold';
import { Document } from '@tiptap/extension-document';
import { HardBreak } from '@tiptap/extension-hard-break';
import { Heading } from '@tiptap/extension-heading';
import { Italic } from '@tiptap/extension-italic';
import { BulletList, ListItem, OrderedList } from '@tiptap/extension-list';
import { Paragraph } from '@tiptap/extension-paragraph';
import { Text } from '@tiptap/extension-text';
import { Dropcursor, UndoRedo } from '@tiptap/extensions';
import { DOMParser, DOMSerializer } from '@tiptap/pm/model';
import { NodeSelection, Plugin, Selection, type Transaction } from '@tiptap/pm/state';
import { Decoration, DecorationSet } from '@tiptap/pm/view';
import { bodyOf, isSameText, tidied } from './html.ts';
import { isLink } from './links.ts';
import { cleaned, hasOwnPicture } from './pasted.ts';

const Link = Mark.create({
  name: 'link',
  inclusive: false,
  addAttributes: () => ({ href: { default: null } }),
  parseHTML: () => [{ tag: 'a[href]', getAttrs: (link) => isLink(link.getAttribute('href') ?? '') && null }],
  // As the shop writes them.
  renderHTML: ({ HTMLAttributes: { href } }) => ['a', { href, rel: 'noopener noreferrer' }, 0],
});

/** A picture that the shop keeps; no other is shown to shoppers. */
const Picture = Node.create({
  name: 'picture',
  group: 'inline',
  inline: true,
  draggable: true,
  addAttributes: () => ({
    src: { default: null },
    alt: { default: '' },
    width: { default: null },
    height: { default: null },
  }),
  parseHTML: () => [{ tag: 'img[src^="/media/"]' }],
  renderHTML: ({ HTMLAttributes }) => ['img', HTMLAttributes],
});

/** What is chosen stays in sight while somebody types where it shall lead. */
const ChosenInSight = Extension.create({
  name: 'chosenInSight',
  addProseMirrorPlugins() {
    const { editor } = this;
    const decorations = ({ doc, selection }: Editor['state']) => {
      if (editor.isFocused || selection.empty || selection instanceof NodeSelection) return null;
      return DecorationSet.create(doc, [
        Decoration.inline(selection.from, selection.to, { 'data-chosen': '' }),
      ]);
    };
    return [new Plugin({ props: { decorations } })];
  },
});

const SCHEMA = [
  Document,
  Paragraph,
  Text,
  // Its own keys, Ctrl Alt 2, are letters where Ctrl Alt is the AltGr of a keyboard.
  Heading.extend({ addKeyboardShortcuts: () => ({}) }).configure({ levels: [2, 3] }),
  Bold,
  Italic,
  Link,
  BulletList,
  OrderedList.extend({
    addAttributes: () => ({
      start: { default: 1, parseHTML: (list: HTMLElement) => Number(list.getAttribute('start') ?? 1) || 1 },
    }),
  }),
  // Tab leaves the text, as it leaves every other field.
  ListItem.extend({
    addKeyboardShortcuts() {
      return { Enter: () => this.editor.commands.splitListItem(this.name) };
    },
  }),
  Blockquote,
  HardBreak,
  Picture,
];

const schema = getSchema(SCHEMA);

/** The text as the editor would write it. */
export function rewritten(html: string): string {
  const document = DOMParser.fromSchema(schema).parse(bodyOf(html));
  const paper = window.document.createElement('div');
  paper.append(DOMSerializer.fromSchema(schema).serializeFragment(document.content));
  return tidied(paper.innerHTML);
}

/** Whether the editor shows all that the text has: what it can't show would be lost by the next change. */
export function fits(html: string): boolean {
  return isSameText(html, rewritten(html));
}

/** Names of elements that the editor writes. */
export function elements(): string[] {
  const made = [...Object.values(schema.nodes), ...Object.values(schema.marks)].flatMap((type) =>
    (type.spec.parseDOM ?? []).flatMap(({ tag }) => /^[a-z]+\d?/.exec(tag ?? '')?.[0] ?? []),
  );
  return [...new Set(made.map((name) => (name === 'b' ? 'strong' : name === 'i' ? 'em' : name)))].sort();
}

export type Form = 'heading2' | 'heading3' | 'bold' | 'italic' | 'bullets' | 'numbers' | 'quote';
export type Step = Form | 'undo' | 'redo';

export interface PictureLook {
  src: string;
  alt: string;
  width: number;
  height: number;
}

/** What the toolbar shows. */
export interface Standing {
  /** How the text is where the cursor stands. */
  forms: readonly Form[];
  /** Where the link leads in which the cursor stands. */
  link: string | null;
  /** The picture that is chosen. */
  picture: PictureLook | null;
  undo: boolean;
  redo: boolean;
}

interface WriterSpec {
  place: HTMLElement;
  html: string;
  /** The text as it is to be sent. */
  onChange: (html: string) => void;
  /** `at`: where they were dropped. */
  onFiles: (files: FileList, at?: number) => void;
  onLink: () => void;
  /** Alt F10. */
  onToolbar: () => void;
}

const FORMS: Record<Form, [name: string, attributes?: Record<string, unknown>]> = {
  heading2: ['heading', { level: 2 }],
  heading3: ['heading', { level: 3 }],
  bold: ['bold'],
  italic: ['italic'],
  bullets: ['bulletList'],
  numbers: ['orderedList'],
  quote: ['blockquote'],
};

/** With Ctrl and Shift. */
const HEADING_KEYS: Partial<Record<string, Form>> = { Digit2: 'heading2', Digit3: 'heading3' };
/** Of a change that put a picture in its place. */
const PLACED = 'placed';

type Heard = Pick<WriterSpec, 'onLink' | 'onToolbar'>;

/** One text while it is written. */
export class Writer {
  readonly #editor: Editor;
  readonly #listeners = new Set<() => void>();
  /** The text as it came from outside: written so again, it is not changed. */
  #base: string;
  /** What it was since it came from outside, from the last that came back: the page may still show a text that is over. */
  #told: string[];
  #standing: Standing;
  #attributes: Record<string, string> = {};
  /** Where pictures on their way shall stand. */
  readonly #places = new Map<string, number>();

  constructor({ place, html, onChange, ...hears }: WriterSpec) {
    this.#base = html;
    this.#told = [html];
    this.#editor = new Editor({
      element: place,
      content: html,
      extensions: [...SCHEMA, UndoRedo, Dropcursor.configure({ color: 'currentColor' }), ChosenInSight],
      injectCSS: false,
      enableInputRules: ['bulletList', 'orderedList'],
      enablePasteRules: false,
      editorProps: {
        // The direction is the language's: the library's own would be written into every paragraph.
        attributes: () => this.#attributes,
        transformPastedHTML: cleaned,
        handlePaste: (_, event) => {
          const { files } = event.clipboardData ?? {};
          if (files && files.length > 0 && !event.clipboardData?.types.includes('text/html')) {
            event.stopPropagation();
            hears.onFiles(files);
            return true;
          }
          const address = event.clipboardData?.getData('text/plain').trim() ?? '';
          if (this.#editor.state.selection.empty || !/^https?:\/\/\S+$/.test(address)) return false;
          this.setLink(address);
          return true;
        },
        handleDrop: (view, event, _, isMoved) => {
          const { files } = event.dataTransfer ?? {};
          if (!files || files.length === 0) return false;
          // Browsers give a file along with a picture that is dragged about the page.
          const html = event.dataTransfer?.getData('text/html') ?? '';
          if (isMoved || view.dragging || hasOwnPicture(html)) return false;
          event.preventDefault();
          hears.onFiles(files, view.posAtCoords({ left: event.clientX, top: event.clientY })?.pos);
          return true;
        },
        handleKeyDown: (_, event) => {
          // A busy browser tells what was chosen after the keys that came next: they are about what is chosen.
          if (event.ctrlKey || event.metaKey) document.dispatchEvent(new Event('selectionchange'));
          const act = this.#actOf(event, hears);
          if (!act) return false;
          event.preventDefault();
          event.stopPropagation();
          act();
          return true;
        },
      },
      onUpdate: () => {
        const written = tidied(this.#editor.getHTML());
        const text = isSameText(written, this.#base) ? this.#base : written;
        this.#told.push(text);
        onChange(text);
      },
    });
    this.#standing = this.#read();
    this.#editor.on('transaction', ({ transaction }) => {
      // What is written at a place stands before it; of two pictures of one place the first stands first.
      const side = transaction.getMeta(PLACED) ? 1 : -1;
      for (const [id, at] of this.#places) this.#places.set(id, transaction.mapping.map(at, side));
      const now = this.#read();
      if (JSON.stringify(now) === JSON.stringify(this.#standing)) return;
      this.#standing = now;
      for (const listener of this.#listeners) listener();
    });
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly standing = (): Standing => this.#standing;

  /** Shows what the text is now: what was written here stays as it stands. */
  show(html: string): void {
    const echo = this.#told.indexOf(html);
    if (echo >= 0) {
      this.#told.splice(0, echo);
      return;
    }
    this.#base = html;
    this.#told = [html];
    if (!isSameText(html, tidied(this.#editor.getHTML()))) {
      this.#editor.commands.setContent(html, { emitUpdate: false });
    }
  }

  /** Of the element that is written in: its name, language, what is wrong with it. */
  describe(attributes: Record<string, string>, isEditable: boolean): void {
    // Not at every letter: a keyboard that composes words would lose its place.
    const isSame = JSON.stringify(attributes) === JSON.stringify(this.#attributes);
    if (isSame && isEditable === this.#editor.isEditable) return;
    this.#attributes = attributes;
    this.#editor.setEditable(isEditable, false);
    this.#editor.view.updateState(this.#editor.state);
  }

  /** `takesFocus`: the cursor goes back into the text, as it does after a press by hand. */
  step(step: Step, takesFocus: boolean): void {
    const chain = this.#editor.chain();
    if (takesFocus) chain.focus();
    const steps: Record<Step, () => typeof chain> = {
      heading2: () => chain.toggleHeading({ level: 2 }),
      heading3: () => chain.toggleHeading({ level: 3 }),
      bold: () => chain.toggleBold(),
      italic: () => chain.toggleItalic(),
      bullets: () => chain.toggleBulletList(),
      numbers: () => chain.toggleOrderedList(),
      quote: () => chain.toggleBlockquote(),
      undo: () => chain.undo(),
      redo: () => chain.redo(),
    };
    steps[step]().run();
  }

  /** What is chosen leads there, else the address itself is written; `null` leads nowhere any more. */
  setLink(href: string | null): void {
    const chain = this.#editor.chain().focus();
    if (href === null) {
      chain.extendMarkRange('link').unsetMark('link').run();
      return;
    }
    const mark = { type: 'link', attrs: { href } };
    if (this.#editor.state.selection.empty && this.#standing.link === null) {
      chain.insertContent({ type: 'text', text: href.replace(/^(?:mailto|tel):/, ''), marks: [mark] }).run();
    } else {
      // The cursor goes behind it: the next letter writes on instead of over it.
      const behind = ({ tr }: { tr: Transaction }) => {
        tr.setSelection(Selection.near(tr.doc.resolve(tr.selection.to), -1));
        return true;
      };
      chain.extendMarkRange('link').setMark('link', mark.attrs).command(behind).run();
    }
  }

  /** Keeps a place for pictures that are on their way: the one that is given, else where the cursor stands now. */
  keepPlace(ids: readonly string[], at = this.#editor.state.selection.to): void {
    for (const id of ids) this.#places.set(id, at);
  }

  /** In the place that was kept for it. `isChosen`: it is chosen then; else what is written goes on where it stands. */
  addPicture(picture: PictureLook, id: string, isChosen: boolean): void {
    this.#editor.commands.command(({ tr }) => {
      const kept = this.#places.get(id) ?? tr.selection.to;
      this.#places.delete(id);
      const at = Selection.near(tr.doc.resolve(kept), -1).to;
      tr.insert(at, this.#editor.schema.node('picture', { ...picture })).setMeta(PLACED, true);
      if (isChosen) tr.setSelection(NodeSelection.create(tr.doc, at));
      return true;
    });
  }

  describePicture(alt: string): void {
    this.#editor.commands.command(({ tr }) => {
      tr.setNodeAttribute(tr.selection.from, 'alt', alt);
      return true;
    });
  }

  removePicture(): void {
    this.#editor.chain().focus().deleteSelection().run();
  }

  /** Behind a picture that is chosen: the next letter is written after it, not over it. */
  focus(): void {
    if (this.#standing.picture) {
      this.#editor.commands.command(({ tr }) => {
        tr.setSelection(Selection.near(tr.doc.resolve(tr.selection.to)));
        return true;
      });
    }
    this.#editor.commands.focus();
  }

  destroy(): void {
    this.#editor.destroy();
  }

  /** By the key's place as well: with an Arabic keyboard the K key writes another letter, and a digit may need Shift. */
  #actOf({ altKey, ctrlKey, metaKey, shiftKey, key, code }: KeyboardEvent, hears: Heard) {
    if (altKey) return key === 'F10' && hears.onToolbar;
    if (!ctrlKey && !metaKey) return null;
    if (shiftKey) {
      const heading = HEADING_KEYS[code];
      return heading && (() => this.step(heading, true));
    }
    return (code === 'KeyK' || key.toLowerCase() === 'k') && hears.onLink;
  }

  #read(): Standing {
    const { state } = this.#editor;
    const { selection } = state;
    const isChosen = selection instanceof NodeSelection && selection.node.type.name === 'picture';
    const can = this.#editor.can();
    return {
      forms: (Object.keys(FORMS) as Form[]).filter((form) => this.#editor.isActive(...FORMS[form])),
      link: (this.#editor.getAttributes('link').href as string | undefined) ?? null,
      picture: isChosen ? (selection.node.attrs as PictureLook) : null,
      undo: can.undo(),
      redo: can.redo(),
    };
  }
}
