import { measureCpu } from '@porchlight/testkit';
import { htmlToText } from './html-to-text';

it.each([
  ['<p>One</p><p>Two &amp; three</p>', 'One\n\nTwo & three'],
  ['a<br>b<br/>c', 'a\nb\nc'],
  ['<style>p { color: red }</style><b>bold</b> text', 'bold text'],
  ['<script>if (a < b) alert(1)</script>after', 'after'],
  ['plain\n  text', 'plain text'],
  ['&lt;b&gt; stays, &amp;lt; once', '<b> stays, &lt; once'],
  ['cut <b', 'cut'],
  ['', ''],
])('shows %j as text', (html, text) => expect(htmlToText(html)).toBe(text));

it('takes time in proportion to the length', async () => {
  const ms = await measureCpu(() => {
    htmlToText('<'.repeat(400_000));
    htmlToText('<style>'.repeat(60_000));
    htmlToText(`<style>${'</style'.repeat(60_000)}`);
    htmlToText('<p> '.repeat(100_000));
  });
  expect(ms).toBeLessThan(2_000);
});
