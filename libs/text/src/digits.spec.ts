import { normalizeDigits, toAsciiDigits } from './digits';

it.each(['٠١٢٣٤٥٦٧٨٩', '۰۱۲۳۴۵۶۷۸۹', '०१२३४५६७८९', '๐๑๒๓๔๕๖๗๘๙', '០១២៣៤៥៦៧៨៩', '０１２３４５６７８９'])(
  'given the digits %s of a script, they are 0 to 9',
  (digits) => expect(toAsciiDigits(`+${digits} ł`)).toBe('+0123456789 ł'),
);

it('given a phone in digits of another script, filters compare its ASCII digits', () => {
  expect(normalizeDigits('+१ (५१२) ५५५-०१३४')).toBe('5125550134');
});
