import { cleanHtml, prepareNote, readSafeText, safeText } from './note-content';

describe('the HTML of a note', () => {
  it.each([
    ['<p>Hi <b>Jo</b></p>', '<p>Hi <b>Jo</b></p>'],
    ['<script>alert(1)</script><p>ok</p>', '<p>ok</p>'],
    ['<p onclick="steal()">ok</p>', '<p>ok</p>'],
    ['<img src="x" onerror="steal()">', '<img src="x" />'],
    ['<iframe src="https://evil.example"></iframe>ok', 'ok'],
    ['<a href="javascript:steal()">x</a>', '<a rel="noopener noreferrer">x</a>'],
    ['<a href="jAvA&#115;cript:steal()">x</a>', '<a rel="noopener noreferrer">x</a>'],
    ['<a href="data:text/html,x">x</a>', '<a rel="noopener noreferrer">x</a>'],
    ['<a href="https://a.example">x</a>', '<a href="https://a.example" rel="noopener noreferrer">x</a>'],
    ['<svg><script>1</script></svg><style>p{}</style><object data="x"></object>', ''],
    ['<form action="https://evil.example"><input name="password"></form>', ''],
    ['<p style="position:fixed">ok</p>', '<p>ok</p>'],
    ['<scr<script>ipt>alert(1)</scr</script>ipt>', 'ipt&gt;alert(1)ipt&gt;'],
  ])('%s', (given, kept) => expect(cleanHtml(given)).toBe(kept));

  it('of hostile depth is flattened in linear time', () => {
    const kept = cleanHtml(`${'<div>'.repeat(10_000)}x${'</div>'.repeat(10_000)}`);
    expect(kept.match(/<div>/g)!.length).toBeLessThanOrEqual(100);
  });
});

it('plain text is stored unchanged', () => {
  const body = 'Is 1 < 2? <script>alert(1)</script> & so on';
  expect(prepareNote({ body, isHtml: false })).toEqual({ body, isHtml: false });
});

it('an empty note is refused, also if it is empty after sanitizing', () => {
  for (const content of [{}, { subject: ' ', body: '' }, { body: '<script>1</script>', isHtml: true }])
    expect(() => prepareNote({ isHtml: false, ...content })).toThrow("needs a 'subject' or a 'body'");
});

describe('the text of a lead', () => {
  it.each([
    'Tom & Jo',
    '3 < 4 and 5 > 4',
    'I <3 this house',
    'Jo <jo@example.com> wrote: call me',
    'a &#60;b&#62; c',
    'Quoted & <b>bold</b> – 100 %',
  ])('without unsafe markup is unchanged: %s', (text) => expect(safeText(text)).toBe(text));

  it.each([
    ['<a href="java&#115;cript:alert(1)">x</a>', '<a rel="noopener noreferrer">x</a>'],
    ['<a href="java\tscript:alert(1)">x</a>', '<a rel="noopener noreferrer">x</a>'],
    ['<img title=">" onerror=alert(1) src=x>', '<img title="&gt;" src="x" />'],
    [`<img alt="${'x'.repeat(3_000)}" onerror=alert(1)>`, `<img alt="${'x'.repeat(3_000)}" />`],
    ['<a href="vbscript:x">x</a>', '<a rel="noopener noreferrer">x</a>'],
    ['<frameset><frame src=data:x></frameset>hi', 'hi'],
    ['<b@x onclick=alert(1)>hi', 'hi'],
    ['Jo <jo@example.com> <b onclick=x>hi</b>', 'Jo &lt;jo@example.com&gt; <b>hi</b>'],
  ])('with markup is sanitized: %s', (text, stored) => expect(safeText(text)).toBe(stored));
});

describe('N10 an image of another host becomes a link', () => {
  it.each([
    ['https://t.example/x.gif', 'Logo', 'https://t.example/x.gif', 'Logo'],
    ['HTTP://t.example/x', '', 'HTTP://t.example/x', 'HTTP://t.example/x'],
    ['https://t.example/x', '<b>1</b>', 'https://t.example/x', '&lt;b&gt;1&lt;/b&gt;'],
  ])('given %s', (src, alt, href, text) =>
    expect(cleanHtml(`<p>a<img src="${src}" alt="${alt}">b</p>`)).toBe(
      `<p>a<a href="${href}" rel="noopener noreferrer">${text}</a>b</p>`,
    ),
  );

  it.each([
    '//t.example/x',
    '\\\\t.example\\x',
    'h\nttps://t.example/x',
    ' https://t.example/x',
    'data:image/gif;base64,x',
  ])('given the notation %j, then no image remains', (src) =>
    expect(cleanHtml(`<img src="${src}">`)).not.toContain('<img'),
  );

  it('given an image of the page itself or without an address, then it remains', () => {
    expect(cleanHtml('<img src="/logo.png" alt="Logo">')).toBe('<img src="/logo.png" alt="Logo" />');
    expect(cleanHtml('<img alt="Logo">')).toBe('<img alt="Logo" />');
  });

  it('given a lead with such an image, then its text has the link', () =>
    expect(safeText('hi <img src="https://t.example/x">')).toBe(
      'hi <a href="https://t.example/x" rel="noopener noreferrer">https://t.example/x</a>',
    ));
});

describe('N6 the number of tags is limited before HTML is sanitized', () => {
  const OPEN = '<b>'.repeat(20_000);

  it('given a note with 20,000 tags, then it is refused with the limit, the number and what to do', () =>
    expect(() => prepareNote({ body: OPEN, isHtml: true })).toThrow(
      "Field 'body' holds 20000 tags; the limit is 4000 tags. Send fewer tags, or the text without isHtml.",
    ));

  it('given the same text as a plain note, then it is stored unchanged', () =>
    expect(prepareNote({ body: OPEN, isHtml: false })).toEqual({ body: OPEN, isHtml: false }));

  it('given a note with 4,000 tags, then it is sanitized', () =>
    expect(prepareNote({ body: '<b onclick="x">y</b>'.repeat(2_000), isHtml: true }).body).toBe(
      '<b>y</b>'.repeat(2_000),
    ));

  it.each([
    ['opened', OPEN],
    ['closed', '</b>'.repeat(5_000)],
    ['of comments', '<!--'.repeat(5_000)],
    ['with handlers', '<img src=x onerror=y>'.repeat(4_001)],
  ])('given a lead with too many tags %s, then its text is stored without markup', (_what, text) => {
    const read = readSafeText(text);
    expect(read).toEqual({ text: text.replaceAll('<', '&lt;'), isPlain: true });
  });

  it.each([
    ['Is &lt;b>that&lt;/b> free?', 'Is <b>that</b> free?'],
    ['Jo &lt;jo@example.com>', 'Jo <jo@example.com>'],
    ['&lt;script>alert(1)&lt;/script> hi', '&lt;script>alert(1)&lt;/script> hi'],
    ['&lt;b onclick=x>hi&lt;/b>', '&lt;b onclick=x>hi&lt;/b>'],
    ['price &lt;negotiable>?', 'price &lt;negotiable>?'],
    ['&lt;b>'.repeat(5_000), '&lt;b>'.repeat(5_000)],
  ])('D23 given a lead with encoded tags %s, then nothing of its text is lost: %s', (text, stored) =>
    expect(readSafeText(text)).toEqual({ text: stored, isPlain: false }),
  );

  it('given a lead with many signs that begin no tag, then its text is unchanged', () =>
    expect(readSafeText('1 < 2 '.repeat(5_000))).toEqual({ text: '1 < 2 '.repeat(5_000), isPlain: false }));
});
