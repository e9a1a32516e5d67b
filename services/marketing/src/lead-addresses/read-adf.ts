import { invalidBody } from '@porchlight/errors';
import { LIMITS } from '@porchlight/limits';
import type { SaxesTagPlain } from 'saxes';

/** An element of ADF/XML; names are in lower case. */
export interface AdfElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  text: string;
  readonly children: AdfElement[];
}

const MAX_DEPTH = 20;
const MAX_ELEMENTS = 2_000;

const unreadable = (problem: string) => invalidBody(`The ADF/XML cannot be read: ${problem}`);

/**
 * Reads ADF/XML without DTD: entities other than the five of XML and characters by number are errors, so nothing is
 * expanded or fetched. Linear in the size. Throws INVALID_BODY.
 */
export const readAdf = async (xml: string): Promise<AdfElement> => {
  if (Buffer.byteLength(xml) > LIMITS.adfBytes.value)
    throw unreadable(`it has more than ${LIMITS.adfBytes.value} bytes.`);
  const { SaxesParser } = await import('saxes');
  const parser = new SaxesParser({ xmlns: false, position: false });
  const root: AdfElement = { name: '', attributes: {}, text: '', children: [] };
  const open: AdfElement[] = [root];
  let count = 0;
  parser.on('error', (error) => {
    throw unreadable(error.message.slice(0, 200));
  });
  parser.on('doctype', () => {
    throw unreadable('a document type (DOCTYPE) is not allowed.');
  });
  parser.on('opentag', ({ name, attributes }: SaxesTagPlain) => {
    if (open.length > MAX_DEPTH || ++count > MAX_ELEMENTS) throw unreadable('it has too many elements.');
    const names = Object.entries(attributes).map(([key, value]) => [key.toLowerCase(), value]);
    const element = { name: name.toLowerCase(), attributes: Object.fromEntries(names), text: '', children: [] };
    open.at(-1)!.children.push(element);
    open.push(element);
  });
  parser.on('closetag', () => void open.pop());
  const addText = (text: string): void => void (open.at(-1)!.text += text);
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.write(xml.trim()).close();
  const adf = root.children.find(({ name }) => name === 'adf');
  if (!adf) throw unreadable('it has no element <adf>.');
  return adf;
};
