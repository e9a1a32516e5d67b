/** A field of a message with the comment above it. */
export interface ProtoField {
  readonly name: string;
  readonly type: string;
  readonly number: number;
  readonly comment: string;
}

/** A message with its comment and fields. */
export interface ProtoMessage {
  readonly comment: string;
  readonly fields: readonly ProtoField[];
}

const FIELD = /^((?:repeated |optional )?[\w.]+) (\w+) = (\d+)(?: \[.*\])?;$/;

/** Reads a plain message of a .proto file, without nested messages and oneof. Throws if it does not exist. */
export const readProtoMessage = (source: string, name: string): ProtoMessage => {
  const fields: ProtoField[] = [];
  let comment: string[] = [];
  let about: string | undefined;
  for (const raw of source.split('\n')) {
    const line = raw.trim();
    if (line.startsWith('//')) {
      comment.push(line.slice(2).trim());
      continue;
    }
    if (about === undefined) {
      if (line === `message ${name} {`) about = comment.join(' ');
    } else if (line === '}') return { comment: about, fields };
    else {
      const match = FIELD.exec(line);
      if (match)
        fields.push({ type: match[1]!, name: match[2]!, number: Number(match[3]), comment: comment.join(' ') });
      else if (line !== '') throw new Error(`Cannot read '${line}' of message ${name}.`);
    }
    comment = [];
  }
  throw new Error(`There is no whole message ${name}.`);
};
