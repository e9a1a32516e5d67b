/**
 * The protobuf primitives for the frames of a channel. Hand-written because the generated codec copies every payload
 * twice and allocates per field, which is most of the cost of a frame.
 */

/** Size of a uint32 as varint, bytes. */
export function varintLength(value: number): number {
  if (value < 0x80) return 1;
  if (value < 0x4000) return 2;
  if (value < 0x200000) return 3;
  if (value < 0x10000000) return 4;
  return 5;
}

/** Writes the varint of a uint32 and returns the position after it. */
export function writeVarint(buffer: Buffer, position: number, value: number): number {
  let rest = value;
  let at = position;
  while (rest > 0x7f) {
    buffer[at++] = (rest & 0x7f) | 0x80;
    rest >>>= 7;
  }
  buffer[at++] = rest;
  return at;
}

/** Bytes of a length-delimited field with a one-byte tag; 0 if it is empty and therefore omitted. */
export const delimitedLength = (length: number): number => (length === 0 ? 0 : 1 + varintLength(length) + length);

/** Writes a length-delimited field of bytes unless it is empty. */
export function writeBytes(buffer: Buffer, position: number, tag: number, bytes: Uint8Array): number {
  if (bytes.length === 0) return position;
  buffer[position] = tag;
  const at = writeVarint(buffer, position + 1, bytes.length);
  buffer.set(bytes, at);
  return at + bytes.length;
}

/** Writes a string field of known length in bytes, unless it is empty. */
export function writeText(buffer: Buffer, position: number, tag: number, text: string, length: number): number {
  if (length === 0) return position;
  buffer[position] = tag;
  const at = writeVarint(buffer, position + 1, length);
  buffer.write(text, at, length, 'utf8');
  return at + length;
}

/** Reads one field after the other; throws RangeError if the bytes end within a field. */
export class WireReader {
  readonly #buffer: Buffer;
  position = 0;
  readonly end: number;

  constructor(buffer: Buffer) {
    this.#buffer = buffer;
    this.end = buffer.length;
  }

  varint(): number {
    const buffer = this.#buffer;
    let value = 0;
    for (let shift = 0; shift < 70; shift += 7) {
      const byte = buffer[this.position++];
      if (byte === undefined) break;
      if (shift < 32) value |= (byte & 0x7f) << shift;
      if (byte < 0x80) return value >>> 0;
    }
    throw new RangeError('A frame of the channel is cut off');
  }

  /** Reads a length and returns the position after that many bytes. Throws if they are missing. */
  delimitedEnd(): number {
    const length = this.varint();
    const end = this.position + length;
    if (end > this.end) throw new RangeError('A frame of the channel is cut off');
    return end;
  }

  /** A view of the bytes, not a copy. */
  bytes(): Buffer {
    const end = this.delimitedEnd();
    const bytes = this.#buffer.subarray(this.position, end);
    this.position = end;
    return bytes;
  }

  text(): string {
    const end = this.delimitedEnd();
    const text = this.#buffer.toString('utf8', this.position, end);
    this.position = end;
    return text;
  }

  /** Skips an unknown field. */
  skip(tag: number): void {
    const type = tag & 7;
    if (type === 0) this.varint();
    else if (type === 1) this.position += 8;
    else if (type === 2) this.position = this.delimitedEnd();
    else if (type === 5) this.position += 4;
    else throw new RangeError('A frame of the channel is malformed');
  }
}
