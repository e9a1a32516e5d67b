/** A received mail. */
export interface ArrivedMail {
  readonly messageId: string;
  readonly from: string;
  readonly to: string;
  readonly subject: string;
  /** Names of all headers, in lower case. */
  readonly headers: readonly string[];
  readonly text: string;
  readonly html?: string;
}

const unquote = (text: string): Buffer =>
  Buffer.from(
    text
      .replace(/=\r\n/g, '')
      .replace(/=([0-9A-F]{2})/g, (_all, hex: string) => String.fromCharCode(parseInt(hex, 16))),
    'latin1',
  );

const words = (text: string): string =>
  text
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?([qb])\?([^?]*)\?=/gi, (_all, kind: string, word: string) =>
      (kind.toLowerCase() === 'b' ? Buffer.from(word, 'base64') : unquote(word.replaceAll('_', ' '))).toString(),
    );

const splitParts = (raw: string): { headers: Map<string, string>; body: string } => {
  const end = raw.indexOf('\r\n\r\n');
  const lines = raw
    .slice(0, end)
    .replace(/\r\n[ \t]+/g, ' ')
    .split('\r\n');
  const headers = new Map(
    lines.map((line) => [
      line.slice(0, line.indexOf(':')).toLowerCase(),
      words(line.slice(line.indexOf(':') + 1).trim()),
    ]),
  );
  return { headers, body: raw.slice(end + 4) };
};

const decode = ({ headers, body }: ReturnType<typeof splitParts>): string => {
  const coding = headers.get('content-transfer-encoding') ?? '7bit';
  if (coding === 'base64') return Buffer.from(body, 'base64').toString();
  return coding === 'quoted-printable' ? unquote(body).toString() : body;
};

/** Parses a mail, limited to the format that this library writes. */
export const readMail = (raw: string): ArrivedMail => {
  const whole = splitParts(raw);
  const boundary = /boundary="([^"]+)"/.exec(whole.headers.get('content-type') ?? '')?.[1];
  const parts = boundary
    ? whole.body
        .split(`--${boundary}`)
        .slice(1, -1)
        .map((part) => splitParts(part.replace(/^\r\n/, '')))
    : [whole];
  const of = (type: string): string | undefined => {
    const part = parts.find(({ headers }) => headers.get('content-type')?.startsWith(type));
    return part && decode(part).replaceAll('\r\n', '\n').trimEnd();
  };
  const html = of('text/html');
  return {
    messageId: whole.headers.get('message-id') ?? '',
    from: whole.headers.get('from') ?? '',
    to: whole.headers.get('to') ?? '',
    subject: whole.headers.get('subject') ?? '',
    headers: [...whole.headers.keys()],
    text: of('text/plain') ?? '',
    ...(html !== undefined && { html }),
  };
};
