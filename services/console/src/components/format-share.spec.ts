import { formatShare } from './format-share';

test.each([
  ['three of four', 3, 4, '75%'],
  ['nothing of nothing', 0, 0, '0%'],
  ['none of some', 0, 7, '0%'],
  ['a small part', 1, 1_000, '< 1%'],
  ['half a percent', 1, 200, '1%'],
])('given %s, then the share is a percentage', (_, part, whole, text) => {
  expect(formatShare(part, whole)).toBe(text);
});
