import { I18nProvider } from '@lingui/react';
import { render, screen } from '@testing-library/react';
import { i18n } from '../locales/i18n';
import { now } from './current-time';
import { DateTime, formatDate, formatTimesIn } from './date-time';

describe('a time on a page', () => {
  const shown = (at: string | null): Element =>
    render(
      <I18nProvider i18n={i18n}>
        <DateTime at={at} />
      </I18nProvider>,
    ).container.firstElementChild!;

  test('given a time of this year, then the year is left out and stands in the hint', () => {
    const year = new Date(now()).getFullYear();
    const time = shown(`${year}-07-14T12:34:00Z`);
    expect(time.textContent).not.toContain(String(year));
    expect(time.textContent).toContain('Jul');
    expect(time.getAttribute('title')).toContain(String(year));
  });

  test('given a time of another year, then the year is shown', () => {
    expect(shown('2019-07-14T12:34:00Z').textContent).toContain('2019');
  });

  test('given a time, then machines read it in full', () => {
    expect(shown('2019-07-14T12:34:00Z').getAttribute('datetime')).toBe('2019-07-14T12:34:00Z');
  });

  test('given a day of the API, then it is formatted, and other text stays', () => {
    expect(formatDate('2027-03-03')).toBe('Mar 3, 2027');
    expect(formatDate('soon')).toBe('soon');
  });

  test('given a text of the API with a time, then the time is formatted', () => {
    const text = formatTimesIn('It waits for reply until 2026-12-06T17:30:08.068Z.');
    expect(text).toMatch(/^It waits for reply until Dec [67], 2026, .+\.$/);
  });

  test('given no time, then it says never', () => {
    shown(null);
    screen.getByText('Never');
  });
});
