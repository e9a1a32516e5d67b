import { cleanName, foldText, removeInvisible, tagKey } from './fold-text';

describe('D13.7 folding of text', () => {
  it.each([
    ['Łukasz', 'lukasz'],
    ['Đorđe Ærø', 'dorde aero'],
    ['STRASSE', 'strasse'],
    ['Straße', 'strasse'],
    ['Œuvre', 'oeuvre'],
    ['Þórður', 'thordur'],
    ['Kılıç', 'kilic'],
    ['İstanbul', 'istanbul'],
    ['Ħal Ġużè', 'hal guze'],
    ['ﬁfty', 'fifty'],
    ['Ａｎｎ', 'ann'],
    ['José  Núñez ', 'jose nunez'],
    ['Ёлкин', 'елкин'],
    ['ΟΔΟΣ', 'οδοσ'],
  ])('given letters that Unicode does not split or that have accents, %s is read as %s', (text, folded) => {
    expect(foldText(text)).toBe(folded);
  });

  it.each(["O'Brien", 'O’Brien', 'O‘Brien', 'O`Brien', 'O´Brien', 'Oʼbrien', 'O＇Brien'])(
    'given an apostrophe of any kind, %s is read as the typewriter writes it',
    (name) => expect(foldText(name)).toBe("o'brien"),
  );

  it.each(['Ann-Lee', 'Ann‐Lee', 'Ann‑Lee', 'Ann–Lee', 'Ann—Lee', 'Ann−Lee', 'Ann－Lee'])(
    'given a hyphen of any kind, %s is read as the typewriter writes it',
    (name) => expect(foldText(name)).toBe('ann-lee'),
  );

  it('given characters without shape, they are ignored', () => {
    expect(foldText('\u200BAnn\u00AD \uFEFFLee\u200D')).toBe('ann lee');
  });

  it.each([
    ['가나', '가나'],
    ['ガ', 'ガ'],
    ['राम', 'राम'],
    ['李明', '李明'],
  ])('given a script whose marks make other letters, %s stays', (text, folded) => {
    expect(foldText(text)).toBe(folded.normalize('NFC'));
  });

  it('given a folded text, folding it again changes nothing', () => {
    for (const text of ['Łukasz O’Brien', 'ΟΔΟΣ', '⑴ ½ ﷺ', 'İ', 'ガ', '가'])
      expect(foldText(foldText(text))).toBe(foldText(text));
  });
});

it('given text with zero-width characters, removeInvisible leaves the rest', () => {
  expect(removeInvisible('\u200Bann\u2060@x.example\u{E0020}')).toBe('ann@x.example');
  expect(removeInvisible('ann@x.example')).toBe('ann@x.example');
});

it.each(['\u2800', '\uFFFC', '\u007F', '\u0000', '\u0085', '\u202E', '\u{E0001}'])(
  'C22 given the sign %j, which is drawn as nothing, removeInvisible removes it',
  (sign) => expect(removeInvisible(`a${sign}b`)).toBe('ab'),
);

it('C22 given blanks, removeInvisible leaves them', () => {
  expect(removeInvisible('é\t\n\r \u00A0a')).toBe('é\t\n\r \u00A0a');
});

it('given a name with an emoji, cleanName leaves the sign that chooses how it is drawn', () => {
  expect(cleanName('Sunny \u2600\uFE0F Day')).toBe('Sunny \u2600\uFE0F Day');
});

it('D13.5 given a name, cleanName removes signs without shape and leaves joiners', () => {
  expect(cleanName('\u200B Ann\u202E Lee\u00A0')).toBe('Ann Lee');
  expect(cleanName('می\u200Cخواهم \u{1F469}\u200D\u{1F52C}')).toBe('می\u200Cخواهم \u{1F469}\u200D\u{1F52C}');
});

describe('D13.7 tags', () => {
  it.each([
    ['VIP', 'vip'],
    ['Caf\u00E9', 'Cafe\u0301'],
    [' Buyer ', 'BUYER'],
    ['İstanbul', 'i\u0307stanbul'],
  ])('given %s and %s, they are one tag', (one, other) => expect(tagKey(one)).toBe(tagKey(other)));

  it.each([
    ['cafe', 'café'],
    ['strasse', 'straße'],
    ['a,b', 'a b'],
  ])('given %s and %s, they are two tags', (one, other) => expect(tagKey(one)).not.toBe(tagKey(other)));
});
