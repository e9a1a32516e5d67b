import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { screen } from '@testing-library/react';
import { show } from '../../test/show';

describe('the texts of the console', () => {
  const selected = (count: number): string => plural(count, { one: '# person selected', other: '# people selected' });

  test.each([
    [0, '0 people selected'],
    [1, '1 person selected'],
    [1_200, '1,200 people selected'],
  ])('given %d people, then the text has the number and its plural', (count, text) => {
    expect(selected(count)).toBe(text);
  });

  test('given a name with the signs of a message, then it is shown as it is', () => {
    const name = "{0} 'Harbor' <b>Lane</b> #";
    expect(t`Edit ${name}`).toBe(`Edit ${name}`);
  });

  test('given an element in a sentence, then both are shown', () => {
    show(
      <p>
        <Trans>
          Send the header <code>X-System</code> with each lead.
        </Trans>
      </p>,
    );
    expect(screen.getByText('X-System').parentElement?.textContent).toBe('Send the header X-System with each lead.');
  });
});

describe('the pseudo-locale', () => {
  test('given a tab that uses it, then texts come from its catalogue, and texts without an entry stay English', async () => {
    sessionStorage.setItem('pseudo-locale', JSON.stringify({ messages: { long: ['Ŀōňğ ťēxť'] } }));
    await jest.isolateModulesAsync(async () => {
      const { i18n } = await import('./i18n');
      expect(i18n._('long', {}, { message: 'Long text' })).toBe('Ŀōňğ ťēxť');
      expect(i18n._('new', { count: 2 }, { message: '{count} texts' })).toBe('2 texts');
    });
  });
});
