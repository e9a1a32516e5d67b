import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { mapColumns } from './table-fields';

const PAGE = join(__dirname, '..', '..', '..', '..', 'samples', 'tables', 'headers.md');
const SECTIONS = readFileSync(PAGE, 'utf8')
  .split(/^## /m)
  .slice(1)
  .map((section) => {
    const [program = '', ...lines] = section.split('\n');
    const rows = lines.flatMap((line) => {
      const [, header, field] = /^\| `(.+)` \| (?:`(.+)`|-) \|$/.exec(line) ?? [];
      return header === undefined ? [] : [[header, field ?? ''] as const];
    });
    return [program, rows] as const;
  });

const mapHeaders = (headers: readonly string[]): string[] => mapColumns(headers, []).map(({ field }) => field);

describe('D13.6 headers of known programs', () => {
  it.each(SECTIONS)('given an export of %s, when its columns are mapped, then each has its field', (_, rows) => {
    const headers = rows.map(([header]) => header);
    const found = mapHeaders(headers).map((field, nth) => [headers[nth], field]);
    expect(found).toEqual(rows.map(([header, field]) => [header, field]));
  });

  it.each([
    ['Vorname|Nachname|Emailadresse|Telefonnummer|Handynummer|Land/Region', 'first last email phone mobile country'],
    ['Kategorien|Kaufpreis|Straße, Hausnummer|Rufnummer|Mailadresse', 'tags price street phone email'],
    ['Prénom|Nom|Adresse de messagerie|Tél. mobile|Catégories', 'first last email mobile tags'],
    ['Nombre|Apellidos|Dirección de correo electrónico|Teléfono móvil', 'first last email mobile'],
    ['Nome|Cognome|Indirizzo e-mail|Cellulare|Città', 'first last email mobile city'],
    ['Sobrenome|E-mail|Celular|CEP|Cidade', 'last email mobile code city'],
    ['Voornaam|Achternaam|E-mailadres|Telefoonnummer|Woonplaats', 'first last email phone city'],
    ['Imię|Nazwisko|Adres e-mail|Telefon komórkowy|Kod pocztowy|Miasto', 'first last email mobile code city'],
    ['eMail|Email ID|contact.email|WhatsApp|PhoneNumber|phonenumber', 'email email email mobile phone phone'],
  ])(
    'given the headers %s of other languages and programs, when they are mapped, then each has its field',
    (line, fields) => {
      const names: Readonly<Record<string, string>> = {
        ...{
          first: 'firstName',
          last: 'lastName',
          email: 'emails.home',
          phone: 'phones.home',
          mobile: 'phones.mobile',
        },
        ...{ street: 'address.street', city: 'address.city', code: 'address.code', country: 'address.country' },
      };
      expect(mapHeaders(line.split('|'))).toEqual(fields.split(' ').map((field) => names[field] ?? field));
    },
  );

  it('given the name of a field that a preview shows, when it is sent as mapping, then it is the same field', () => {
    for (const [, rows] of SECTIONS)
      for (const [header, field] of rows) {
        const [column] = mapColumns([header], [], { [header]: field });
        expect(column?.field).toBe(field);
      }
  });

  it('given custom fields, when a header is their label or name, then it is mapped to them', () => {
    const field = { id: 1, orderWeight: 1, label: 'Shoe size', name: 'customShoeSize', type: 'number', choices: [] };
    expect(mapColumns(['SHOE SIZE', 'customShoeSize'], [field]).map((column) => column.field)).toEqual([
      'customShoeSize',
      'customShoeSize',
    ]);
  });

  it.each(['Email of the assistant', 'Phone call', 'Street view', 'City of birth', 'Name of the dog', 'Last seen'])(
    'given the header %s, when it is mapped, then it is offered and not guessed',
    (header) => expect(mapHeaders([header])).toEqual(['']),
  );
});
