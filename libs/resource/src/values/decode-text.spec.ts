import fc from 'fast-check';
import { decodeText, decodeTextBesideHtml } from './decode-text';

describe('D13.5 encoded text', () => {
  it.each([
    ['O&#039;Brien', "O'Brien"],
    ['O&#x27;Brien', "O'Brien"],
    ['O&rsquo;Brien', 'O’Brien'],
    ['M&uuml;ller &amp; Sohn', 'Müller & Sohn'],
    ["O\\'Brien", "O'Brien"],
    ['said \\"yes\\"', 'said "yes"'],
    ['C:\\\\tmp', 'C:\\tmp'],
    ['&quot;hi&quot;', '"hi"'],
    ['1 &lt; 2', '1 < 2'],
    ['&amp;lt;b&amp;gt;', '&lt;b&gt;'],
    ["\\\\'", "\\'"],
    ['a&nbsp;b', 'a\u00a0b'],
    ['&#0;', '\ufffd'],
    ['&#xD800;', '\ufffd'],
  ])('given %s, then it is decoded once: %s', (text, decoded) => expect(decodeText(text)).toBe(decoded));

  it.each(['AT&T', 'R&D team', '&amp', 'Tom &copy Ann', '&unknown;', 'a\\b', 'a; b & c;', '&;', '&#;'])(
    'given %s, then it stays',
    (text) => expect(decodeText(text)).toBe(text),
  );

  it('given any text, then the result can be stored', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('&', '#', 'x', '0', '9', ';', '\\', "'", 'amp', 'é') }), (text) => {
        const decoded = decodeText(text);
        expect(decoded.isWellFormed() && !decoded.includes('\0')).toBe(true);
      }),
    );
  });
});

describe('D23 encoded text of a field that may hold HTML', () => {
  it.each([
    ['1 &lt; 2 &amp;&amp; 3 &gt; 2', '1 < 2 && 3 > 2'],
    ['price &lt;negotiable&gt;?', 'price &lt;negotiable>?'],
    ['&lt;script&gt;alert(1)&lt;/script&gt;', '&lt;script>alert(1)&lt;/script>'],
    ['&#60;b&#x3e;', '&lt;b>'],
    ['&lt;&#98;&gt;', '&lt;b>'],
    ['<b>O&#039;Brien</b>', "<b>O'Brien</b>"],
  ])('given %s, when it is decoded, then no tag appears: %s', (text, decoded) =>
    expect(decodeTextBesideHtml(text)).toBe(decoded),
  );
});
