import { fileTypeFromBuffer, supportedExtensions } from 'file-type';
import { isUtf8 } from 'node:buffer';
import { extname } from 'node:path';
import type { Readable } from 'node:stream';

/** Bytes of a file that suffice to detect its type. */
export const TYPE_BYTES = 65_536;

/** A file as its sender calls it. */
export interface NamedFile {
  readonly fileName: string;
  /** The declared media type; browsers send a guess by the name. */
  readonly declaredType?: string | undefined;
}

/** A detected type, or why the content does not fit the name. */
export type DetectedType = { readonly mimeType: string } | { readonly problem: string };

/** Extensions whose files are containers; containers are not opened, so the name decides what is in them. */
const IN_ZIP: Readonly<Record<string, string>> = {
  zip: 'application/zip',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  odt: 'application/vnd.oasis.opendocument.text',
  ods: 'application/vnd.oasis.opendocument.spreadsheet',
  odp: 'application/vnd.oasis.opendocument.presentation',
  pages: 'application/vnd.apple.pages',
  numbers: 'application/vnd.apple.numbers',
  key: 'application/vnd.apple.keynote',
  epub: 'application/epub+zip',
  kmz: 'application/vnd.google-earth.kmz',
};
const IN_CFB: Readonly<Record<string, string>> = {
  doc: 'application/msword',
  xls: 'application/vnd.ms-excel',
  ppt: 'application/vnd.ms-powerpoint',
  msg: 'application/vnd.ms-outlook',
};
const AS_TEXT: Readonly<Record<string, string>> = {
  txt: 'text/plain',
  csv: 'text/csv',
  md: 'text/markdown',
  htm: 'text/html',
  html: 'text/html',
  json: 'application/json',
  xml: 'application/xml',
  svg: 'image/svg+xml',
  ics: 'text/calendar',
  vcf: 'text/vcard',
  eml: 'message/rfc822',
};

/** Extensions of one format: any of them fits the content. */
const SAME: readonly ReadonlySet<string>[] = [
  ['jpg', 'jpeg', 'jpe', 'jfif'],
  ['tif', 'tiff', 'dng'],
  ['mp4', 'm4v', 'm4a', 'mov', 'qt', '3gp', '3g2', 'heic', 'heif', 'avif'],
  ['mkv', 'webm', 'mka'],
  ['ogg', 'oga', 'ogv', 'opus'],
  ['mp3', 'mpga', 'mp2'],
  ['mpg', 'mpeg'],
  ['pdf', 'ai'],
  ['ps', 'eps'],
  ['xml', 'svg', 'html', 'htm', 'kml', 'gpx'],
  ['gz', 'tgz'],
].map((extensions) => new Set(extensions));

/** Declared types that say nothing about the content. */
const GENERIC = /^$|^(?:application\/octet-stream|binary\/octet-stream|text\/plain)$/;

const ZIP = Buffer.from('504b0304', 'hex');
const EMPTY_ZIP = Buffer.from('504b0506', 'hex');
const CFB = Buffer.from('d0cf11e0a1b11ae1', 'hex');
const GZIP = Buffer.from('1f8b', 'hex');

interface Content {
  readonly mimeType: string;
  /** Extensions that fit, the usual one first; undefined: any that no other format has. */
  readonly extensions?: readonly string[];
}

const inContainer = (types: Readonly<Record<string, string>>, extension: string, other: string): Content => ({
  mimeType: types[extension] ?? other,
  extensions: Object.keys(types),
});

/** True for text in UTF-8; the last character may be cut. */
const isText = (start: Buffer): boolean =>
  !start.includes(0) && [0, 1, 2, 3].some((cut) => isUtf8(start.subarray(0, Math.max(0, start.length - cut))));

const startsWith = (start: Buffer, magic: Buffer): boolean => start.subarray(0, magic.length).equals(magic);

/** Containers are recognized here: file-type would unpack them, and files are stored unopened. */
const detect = async (start: Buffer, extension: string): Promise<Content> => {
  if (startsWith(start, ZIP) || startsWith(start, EMPTY_ZIP)) return inContainer(IN_ZIP, extension, 'application/zip');
  if (startsWith(start, CFB)) return inContainer(IN_CFB, extension, 'application/x-cfb');
  if (startsWith(start, GZIP)) return { mimeType: 'application/gzip', extensions: ['gz', 'tgz'] };
  const found = await fileTypeFromBuffer(start);
  const textType = AS_TEXT[extension];
  if (found) return { mimeType: found.ext === 'xml' && textType ? textType : found.mime, extensions: [found.ext] };
  return { mimeType: isText(start) ? (textType ?? 'text/plain') : 'application/octet-stream' };
};

/** True if the name of a file leads to expect one of these formats. */
const fits = (extension: string, { extensions, mimeType }: Content): boolean => {
  if (extension === '') return true;
  if (extensions?.includes(extension)) return true;
  if (extensions?.some((one) => SAME.some((group) => group.has(one) && group.has(extension)))) return true;
  const isNamed = extension in IN_ZIP || extension in IN_CFB || supportedExtensions.has(extension);
  if (extension in AS_TEXT) return extensions === undefined && mimeType !== 'application/octet-stream';
  return !isNamed && extensions === undefined;
};

/** The part of a media type by which a declaration is compared: image, or application/pdf. */
const kindOf = (mimeType: string): string => (mimeType.startsWith('application/') ? mimeType : mimeType.split('/')[0]!);

/** True if a sender declares another kind of content, such as image/png for a PDF. */
const contradicts = (declared: string, detected: string): boolean => {
  const isClear = /^(?:image|audio|video|font)\//.test(declared) || declared === 'application/pdf';
  return isClear && !GENERIC.test(declared) && kindOf(declared) !== kindOf(detected);
};

/**
 * Detects the type of a file from its first bytes (D12.2). A name or declaration that the content contradicts is a
 * problem, as a sentence: an executable is not stored as `photo.jpg`.
 */
export const detectType = async (start: Buffer, { fileName, declaredType = '' }: NamedFile): Promise<DetectedType> => {
  const extension = extname(fileName).slice(1).toLowerCase();
  const content = await detect(start, extension);
  const { mimeType } = content;
  const declared = declaredType.split(';')[0]!.trim().toLowerCase();
  if (!fits(extension, content))
    return { problem: `The content of the file is ${mimeType}, which does not fit its extension .${extension}.` };
  if (contradicts(declared, mimeType))
    return { problem: `The content of the file is ${mimeType}, but it was sent as ${declared.slice(0, 100)}.` };
  return { mimeType };
};

/** Reads the first bytes of a stream, at most `most`, and destroys it. */
export const readStart = async (body: Readable, most = TYPE_BYTES): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  let read = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    read += chunk.length;
    if (read >= most) break;
  }
  return Buffer.concat(chunks).subarray(0, most);
};
