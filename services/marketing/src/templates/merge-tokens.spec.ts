import { measureCpu } from '@porchlight/testkit';
import fc from 'fast-check';
import { escapeHtml } from '@porchlight/text';
import { MERGE_TOKENS, mergeBody, mergeSubject, type MergeValues } from './merge-tokens';

const values = (overrides: Partial<MergeValues> = {}): MergeValues => ({
  ...(Object.fromEntries(MERGE_TOKENS.map((token) => [token, ''])) as MergeValues),
  ...overrides,
});
const anyValues = fc.record(
  Object.fromEntries(MERGE_TOKENS.map((token) => [token, fc.string()])) as Record<string, fc.Arbitrary<string>>,
) as fc.Arbitrary<MergeValues>;
/** Text with tokens, half tokens and other per cent signs. */
const anyText = fc
  .array(
    fc.oneof(
      fc.constantFrom(...MERGE_TOKENS.map((token) => `%${token}%`), '%', '%contact_', '%unknown%', '<b>', '\r\n'),
      fc.string(),
    ),
  )
  .map((parts) => parts.join(''));

describe('bodies', () => {
  it('support every token of the table', () => {
    const all = Object.fromEntries(MERGE_TOKENS.map((token) => [token, token.toUpperCase()])) as MergeValues;
    const body = MERGE_TOKENS.map((token) => `%${token}%`).join(' ');
    expect(mergeBody(body, all)).toBe(MERGE_TOKENS.join(' ').toUpperCase());
    // Those of the specification, and the unsubscribe link (D13.4).
    expect(MERGE_TOKENS).toHaveLength(18 + 1);
  });

  it('escape values, retain unknown tokens, and render empty values as nothing', () => {
    const mergeValues = values({ contact_name: `<script>alert('x')</script> & "co"` });
    expect(mergeBody('<p title="%contact_name%">%unknown%|%agent_name%|%Contact_Name%|100%</p>', mergeValues)).toBe(
      '<p title="&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt; &amp; &quot;co&quot;">%unknown%||%Contact_Name%|100%</p>',
    );
    expect(mergeBody('%unknown%contact_name%', values({ contact_name: 'Ann' }))).toBe('%unknownAnn');
    expect(mergeBody('%%contact_name%%', values({ contact_name: '50' }))).toBe('%50%');
  });

  it('are merged in one pass: tokens in values stay text', () => {
    expect(mergeBody('%contact_name%', values({ contact_name: '%agent_email%', agent_email: 'secret' }))).toBe(
      '%agent_email%',
    );
    // A value and the text around it form no token.
    expect(mergeBody('%contact%source_name%name%', values({ source_name: '_', contact_name: 'secret' }))).toBe(
      '%contact_name%',
    );
    fc.assert(
      fc.property(anyText, anyValues, (text, mergeValues) => {
        const parts = text.split(new RegExp(`%(${MERGE_TOKENS.join('|')})%`));
        const expected = parts
          .map((part, at) => (at % 2 ? escapeHtml(mergeValues[part as keyof MergeValues]) : part))
          .join('');
        expect(mergeBody(text, mergeValues)).toBe(expected);
      }),
    );
  });

  it('contain no markup from values', () => {
    fc.assert(
      fc.property(anyValues, (mergeValues) => {
        const merged = mergeBody(MERGE_TOKENS.map((token) => `%${token}%`).join(''), mergeValues);
        expect(merged).not.toMatch(/[<>"']/);
        expect(merged).not.toMatch(/&(?!(amp|lt|gt|quot|#39);)/);
      }),
    );
  });

  it('take time in proportion to their length', async () => {
    const measure = (count: number): Promise<number> => {
      const body = '%contact_name%%contact_%unknown%<p>'.repeat(count);
      return measureCpu(() => {
        for (let n = 0; n < 5; n++) mergeBody(body, values({ contact_name: '%contact_name%' }));
      });
    };
    await measure(1_000);
    // 10,000 tokens; the time grows in proportion to their number.
    const small = Math.min(await measure(10_000), await measure(10_000));
    expect(small).toBeLessThan(1_000);
    expect(Math.min(await measure(100_000), await measure(100_000))).toBeLessThan(Math.max(50, small) * 40);
  });
});

describe('subjects', () => {
  it('are plain text on one line', () => {
    const mergeValues = values({ contact_name: 'Ann & Co\r\nBcc: all@example.org' });
    expect(mergeSubject('Hi %contact_name%', mergeValues)).toBe('Hi Ann & Co Bcc: all@example.org');
    fc.assert(
      fc.property(anyText, anyValues, (text, mergeValues) =>
        expect(mergeSubject(text, mergeValues)).not.toMatch(/[\r\n]/),
      ),
    );
  });

  it('of only %inquiry_address% are the street, else the source, else empty', () => {
    const street = values({ inquiry_address: '1 Main St', source_name: 'Zillow' });
    const source = values({ source_name: 'Zillow' });
    expect(mergeSubject('%inquiry_address%', street)).toBe('1 Main St');
    expect(mergeSubject(' %inquiry_address% ', source)).toBe('Your property inquiry from Zillow');
    expect(mergeSubject('%inquiry_address%', values())).toBe('Your property inquiry');
    // With other words it is a usual token.
    expect(mergeSubject('About %inquiry_address%', source)).toBe('About');
    expect(mergeSubject('About %inquiry_address%', street)).toBe('About 1 Main St');
    expect(mergeBody('%inquiry_address%', source)).toBe('');
    expect(mergeSubject('%inquiry_address%', values({ source_name: '%agent_email%\nBcc: x', agent_email: 'y' }))).toBe(
      'Your property inquiry from %agent_email% Bcc: x',
    );
  });
});
