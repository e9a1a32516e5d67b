import { splitFullName } from '@porchlight/contact';
import { checkNames, prepareChangedNames, prepareNewNames } from './apply-names';
import { cutName, shownName } from './person-name';

describe('names', () => {
  it.each([
    [{ name: 'Jo Smith', firstName: 'Jo' }, 'Jo', 'Smith'],
    [{ name: 'Mary Ann Smith', firstName: 'Mary Ann' }, 'Mary Ann', 'Smith'],
    [{ name: 'Mary Ann Smith', lastName: 'Smith' }, 'Mary Ann', 'Smith'],
    [{ name: 'Jose\u0301 Ruiz', firstName: 'Jos\u00e9' }, 'Jos\u00e9', 'Ruiz'],
    [{ name: 'Ana Nun\u0303ez', lastName: 'Nu\u00f1ez' }, 'Ana', 'Nu\u00f1ez'],
    [{ name: 'Anna Bell', firstName: 'Ann' }, 'Ann', ''],
    [{ name: 'Jo Smith', firstName: 'Anna', lastName: 'Bell' }, 'Anna', 'Bell'],
    [{ name: 'Jo Smith', firstName: 'Anna' }, 'Anna', ''],
    [{ lastName: 'Bell' }, '', 'Bell'],
  ])('prefers parts to the name: %j', (given, firstName, lastName) =>
    expect(prepareNewNames(given)).toEqual({ firstName, lastName }),
  );

  it('D13.5 given signs without shape in a name, then they are removed and joiners stay', () => {
    expect(prepareNewNames({ firstName: '\u200BAnn', lastName: 'Lee\u202E' })).toEqual({
      firstName: 'Ann',
      lastName: 'Lee',
    });
    expect(prepareNewNames({ name: '\u2060می\u200Cخواهم Lee' })).toEqual({
      firstName: 'می\u200Cخواهم',
      lastName: 'Lee',
    });
  });

  it('D4.5 shows the first email, then the first phone, then Unnamed for a person without a name', () => {
    const nobody = { firstName: '', lastName: '' };
    expect(shownName(nobody, [{ value: 'a@b.c' }], [{ value: '555' }])).toBe('a@b.c');
    expect(shownName(nobody, [], [{ value: '555' }])).toBe('555');
    expect(shownName(nobody, [], [])).toBe('Unnamed');
    expect(shownName({ firstName: '', lastName: 'Bell' }, [{ value: 'a@b.c' }], [])).toBe('Bell');
  });

  const before = { firstName: 'Jo', lastName: 'Smith', name: 'Jo Smith' };
  const all = new Set(['name', 'firstName', 'lastName']);

  it('applies only the changed part when a whole record is sent back', () => {
    expect(prepareChangedNames(before, { ...before, firstName: 'Joan' }, all)).toEqual({
      firstName: 'Joan',
      lastName: 'Smith',
    });
    expect(prepareChangedNames(before, { ...before, name: 'Anna Bell' }, all)).toEqual({
      firstName: 'Anna',
      lastName: 'Bell',
    });
    expect(prepareChangedNames(before, before, all)).toEqual({ firstName: 'Jo', lastName: 'Smith' });
  });

  it('does not split a name derived from an email when it is sent back', () => {
    const unnamed = { firstName: '', lastName: '', name: 'a@b.c' };
    expect(prepareChangedNames(unnamed, unnamed, all)).toEqual({ firstName: '', lastName: '' });
  });

  it('D13.1 uses the name beside an email for a person without a name, if no name is given', () => {
    const unnamed = { firstName: '', lastName: '', name: 'ann@x.example' };
    const emails = [{ value: 'Ann Lee <ann@x.example>' }];
    expect(prepareChangedNames(unnamed, { emails }, new Set(['emails']))).toEqual({
      firstName: 'Ann',
      lastName: 'Lee',
    });
    expect(prepareChangedNames(before, { emails }, new Set(['emails']))).toMatchObject({ firstName: 'Jo' });
    expect(prepareChangedNames(unnamed, { emails }, all)).toEqual({ firstName: '', lastName: '' });
  });

  it('clears a part with null', () =>
    expect(prepareChangedNames(before, {}, new Set(['lastName']))).toEqual({ firstName: 'Jo', lastName: '' }));

  it('refuses parts that are too long, and truncates those of leads without splitting a character', () => {
    expect(() => checkNames(splitFullName('x'.repeat(300)))).toThrow(/at most 255/);
    expect(cutName({ firstName: '😀'.repeat(200), lastName: '' }).firstName).toBe('😀'.repeat(127));
  });
});
