import { type CustomDefinition, fieldKey } from '@porchlight/custom-fields';
import { invalidBody } from '@porchlight/errors';
import { foldText } from '@porchlight/text';

/** A column of a table and the field that its cells become; `field` is empty if it is not imported. */
export interface Column {
  readonly header: string;
  readonly field: string;
  /** Where its cells go; absent if it is not imported. */
  readonly target?: Target;
}

/** Lists of a person with entries that have a type. */
export type EntryList = 'emails' | 'phones' | 'addresses';

/** Where the cells of a column go. */
export type Target =
  | { readonly kind: 'single' | 'custom'; readonly name: string }
  /** `group`: the type of the entry (`work`) or its number (`2`); cells of one group make one address. */
  | { readonly kind: 'entry'; readonly list: EntryList; readonly group: string; readonly part: string };

/** Fields with one value, as the API names them, and parts of a name. */
const SINGLES = [
  'name',
  'firstName',
  'middleName',
  'lastName',
  'nameSuffix',
  'stage',
  'source',
  'sourceUrl',
  'price',
  'tags',
  'background',
  'assignedTo',
  'assignedLenderName',
] as const;

const TYPES: Readonly<Record<EntryList, readonly string[]>> = {
  emails: ['home', 'work', 'other'],
  phones: ['home', 'work', 'mobile', 'fax', 'other'],
  addresses: ['home', 'work', 'mailing', 'investment'],
};
const ADDRESS_PARTS = ['street', 'city', 'state', 'code', 'country'];

/** Headers in the languages of the usual programs, as the letters and digits of their words. */
const SINGLE_HEADERS: Readonly<Record<(typeof SINGLES)[number], string>> = {
  name: 'name fullname displayname contactname personname leadname clientname fileas nomcomplet nombrecompleto nomecompleto vollername volledigenaam imieinazwisko',
  firstName: 'firstname first givenname forename vorname prenom nombre nome voornaam imie fornamn',
  middleName: 'middlename additionalname middle secondname',
  lastName:
    'lastname last familyname surname nachname familienname nom nomdefamille apellido apellidos cognome sobrenome achternaam nazwisko efternamn',
  nameSuffix: 'suffix namesuffix',
  stage: 'stage leadstage stagename personstage contactstage',
  source: 'source leadsource originalsource quelle origen origine fonte contactsource personsource',
  sourceUrl: 'sourceurl leadsourceurl',
  price: 'price budget maxprice preis kaufpreis prix precio prezzo preco prijs cena pris',
  tags: 'tag tags label labels categories category groupmembership groups schlagworte kategorie kategorien etiquettes etiquetas etichette categorias categorie',
  background:
    'background notes note description comments comment bemerkung bemerkungen notizen remarques notas observaciones observacoes opmerkingen uwagi anteckningar',
  assignedTo:
    'assignedto agent assignedagent owner contactowner leadowner personowner recordowner accountowner assigneduser assignedusername owneroflead ownername assignee',
  assignedLenderName: 'lender assignedlender assignedlendername loanofficer',
};
const SINGLE_BY_HEADER = new Map(
  SINGLES.flatMap((field) => SINGLE_HEADERS[field].split(' ').map((header) => [header, field] as const)),
);

/** Words of headers of entries. Others make a header unknown. */
const wordsOf = (text: string): ReadonlySet<string> => new Set(text.split(' '));
const EMAIL_WORDS = wordsOf(
  'email emails mail courriel correo messagerie emailaddress emailadresse mailadresse emailadres mailadres',
);
const PHONE_WORDS = wordsOf(
  'phone phones phonenumber telephone telephones tel mobile mobilenumber cell cellphone cellular fax handy handynummer telefon telefonnummer rufnummer festnetz telefono telefone telemovel telefoon telefoonnummer mobil mobilnummer mobiltelefon mobiel portable movil celular cellulare komorka komorkowy gsm whatsapp telefax',
);
const WORK =
  'work business office company asst assistant arbeit dienstlich geschaftlich travail trabajo bureau lavoro ufficio werk praca';
const HOME = 'home private personal privat prive casa maison domicile domicilio thuis';
const OTHER = 'other secondary second alternate alternative additional autre otro andere car';
const MOBILE =
  'mobile mobilenumber cell cellphone cellular handy handynummer mobil mobilnummer mobiltelefon mobiel portable movil celular cellulare telemovel komorka komorkowy gsm whatsapp';
const TYPE_BY_WORD = new Map(
  Object.entries({
    work: WORK,
    home: HOME,
    other: OTHER,
    mobile: MOBILE,
    fax: 'fax telefax',
    mailing: 'mailing postal',
  }).flatMap(([type, words]) => words.split(' ').map((word) => [word, type] as const)),
);
/** Words that change nothing. */
const FILLERS = wordsOf(
  'value address addresses adresse number numbers nummer no num main primary person contact lead client s voice electronico numero numer nr de di del da direccion indirizzo endereco adres telefonu id',
);
const PARTS_BY_HEADER = new Map(
  Object.entries({
    street:
      'street streetaddress address addressline addressstreet strasse rue adresse direccion calle indirizzo via line strassehausnummer strassehausnr straat adres ulica rua endereco gata',
    city: 'city town ort stadt ville ciudad citta localidad locality poblacion comune plaats woonplaats miasto miejscowosc cidade',
    state:
      'state region province stateprovince stateregion county bundesland provincia kanton departement estado provincie wojewodztwo',
    code: 'zip zipcode zippostalcode postalcode postcode code plz postleitzahl codepostal codigopostal cap codicepostale cep kodpocztowy postnummer cp',
    country: 'country countryregion land landregion pays paysregion pais paisregion paese kraj',
    formatted: 'formatted full',
  }).flatMap(([part, headers]) => headers.split(' ').map((header) => [header, part] as const)),
);
const GROUPED = /^(e-?mail|phone|address) (\d+) - (.+)$/i;
/** `Person - Email`, `contact.email`: the kind of record before the name of the column. */
const RECORD_KIND = /^(?:person|contact|lead)(?: ?- ?|\.)/i;
const LIST_OF = { email: 'emails', phone: 'phones', address: 'addresses' } as const;
const TYPE_COLUMN = /^(?:type|label)$/i;

/** Words that are written as one or two, or with a capital letter inside. */
const ONE_WORD = /\be[- ]?mail|whats ?app/giu;
const joinWord = (word: string): string => word.replace(/[- ]/g, '').toLowerCase();

const splitWords = (header: string): string[] =>
  foldText(header.replace(ONE_WORD, joinWord).replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')).match(/\p{L}+|\d+/gu) ?? [];

/** `E-mail 1 - Value`, `Phone 2 - Type`, `Address 1 - Street`: columns with the same number belong together. */
const findGrouped = (header: string): Target | undefined => {
  const [, kind = '', group = '', part = ''] = GROUPED.exec(header) ?? [];
  if (group === '') return undefined;
  const list = LIST_OF[kind.toLowerCase().replace('-', '') as keyof typeof LIST_OF];
  if (TYPE_COLUMN.test(part)) return { kind: 'entry', list, group, part: 'type' };
  if (list !== 'addresses')
    return /^(?:value|address)$/i.test(part) ? { kind: 'entry', list, group, part: 'value' } : undefined;
  const address = PARTS_BY_HEADER.get(splitWords(part).join(''));
  return address === undefined ? undefined : { kind: 'entry', list, group, part: address };
};

/** `Work email`, `Phone (mobile)`, `Email - Home 2`: a kind, perhaps a type and a number, and nothing else. */
const findContact = (words: readonly string[], list: EntryList, kinds: ReadonlySet<string>): Target | undefined => {
  if (!words.some((word) => kinds.has(word))) return undefined;
  let type = '';
  for (const word of words) {
    const said = TYPE_BY_WORD.get(word);
    if (said === undefined && !kinds.has(word) && !FILLERS.has(word) && !/^\d+$/.test(word)) return undefined;
    // A fax at work is a fax.
    if (said !== undefined && TYPES[list].includes(said) && type !== 'fax') type = said === 'fax' ? said : type || said;
  }
  return { kind: 'entry', list, group: type || 'home', part: 'value' };
};

/** `City`, `Mailing Zip/Postal Code`, `Business Street 2`, `Address (home) - City`. */
const findAddress = (words: readonly string[]): Target | undefined => {
  const types = words.flatMap((word) => TYPE_BY_WORD.get(word) ?? []);
  const rest = words
    .filter((word) => !TYPE_BY_WORD.has(word) || word === 'postal')
    .filter((word) => !/^\d+$/.test(word));
  const candidates = [rest, rest.filter((word) => !FILLERS.has(word)), rest.filter((word) => word !== 'postal')];
  const part = candidates.map((one) => PARTS_BY_HEADER.get(one.join(''))).find((candidate) => candidate !== undefined);
  if (part === undefined) return undefined;
  const type = types.find((one) => one !== 'mailing') ?? types[0] ?? '';
  const isPostalCode = type === 'mailing' && !words.includes('mailing') && part === 'code';
  const group = TYPES.addresses.includes(type) && !isPostalCode ? type : type === 'other' ? 'other' : '';
  return { kind: 'entry', list: 'addresses', group, part };
};

const findTarget = (header: string, customFields: readonly CustomDefinition[]): Target | undefined => {
  const custom = customFields.find(({ label, name }) => fieldKey(label) === fieldKey(header) || name === header);
  if (custom) return { kind: 'custom', name: custom.name };
  const grouped = findGrouped(header);
  if (grouped) return grouped;
  const words = splitWords(header.replace(RECORD_KIND, ''));
  const single = SINGLE_BY_HEADER.get(words.join(''));
  if (single !== undefined) return { kind: 'single', name: single };
  return findContact(words, 'emails', EMAIL_WORDS) ?? findContact(words, 'phones', PHONE_WORDS) ?? findAddress(words);
};

/** The name of a target in the API: `emails.work`, `emails.2.type`, `address.city`, `addresses.work.city`. */
const formatTarget = (target: Target | undefined): string => {
  if (!target) return '';
  if (target.kind !== 'entry') return target.name;
  const { list, group, part } = target;
  if (list !== 'addresses') return part === 'value' ? `${list}.${group}` : `${list}.${group}.${part}`;
  return group === '' ? `address.${part}` : `addresses.${group}.${part}`;
};

/** Reads the name of a field; undefined for an unknown one. */
const parseField = (field: string, customFields: readonly CustomDefinition[]): Target | undefined => {
  if ((SINGLES as readonly string[]).includes(field)) return { kind: 'single', name: field };
  if (customFields.some(({ name }) => name === field)) return { kind: 'custom', name: field };
  const [list = '', group = '', part = 'value', ...more] = field.split('.');
  if (list === 'address' && ADDRESS_PARTS.includes(group) && part === 'value')
    return { kind: 'entry', list: 'addresses', group: '', part: group };
  if (!(list in TYPES) || more.length > 0) return undefined;
  const types = TYPES[list as EntryList];
  const isGroup = types.includes(group) || group === 'other' || /^\d{1,3}$/.test(group);
  const parts = list === 'addresses' ? [...ADDRESS_PARTS, 'formatted', 'type'] : ['value', 'type'];
  return isGroup && parts.includes(part) ? { kind: 'entry', list: list as EntryList, group, part } : undefined;
};

/** Fields that a column can be mapped to, for a choice. */
export const listFields = (customFields: readonly CustomDefinition[]): string[] => [
  ...SINGLES,
  ...TYPES.emails.map((type) => `emails.${type}`),
  ...TYPES.phones.map((type) => `phones.${type}`),
  ...ADDRESS_PARTS.map((part) => `address.${part}`),
  ...['work', 'mailing'].flatMap((type) => ADDRESS_PARTS.map((part) => `addresses.${type}.${part}`)),
  ...customFields.map(({ name }) => name),
];

/** Repeated headers get a number: the second `Email` is `Email (2)`. */
const numberHeaders = (headers: readonly string[]): string[] => {
  const seen = new Map<string, number>();
  return headers.map((header) => {
    const count = (seen.get(header) ?? 0) + 1;
    seen.set(header, count);
    return count === 1 ? header : `${header} (${count})`;
  });
};

/** Fields by header as a caller maps them; null or '' for columns that are not imported. */
export type ColumnMapping = Readonly<Record<string, string | null>>;

/**
 * The columns of a table: as the caller maps them, else by their headers. Throws INVALID_BODY for a mapping of an
 * unknown column or to an unknown field.
 */
export const mapColumns = (
  headers: readonly string[],
  customFields: readonly CustomDefinition[],
  mapping: ColumnMapping = {},
): Column[] => {
  const names = numberHeaders(headers);
  const listedNames = new Set(names);
  const unknown = Object.keys(mapping).filter((header) => !listedNames.has(header));
  if (unknown.length > 0) throw wrong(`names columns that the table does not have: ${quote(unknown)}`);
  return names.map((header, nth) => {
    const chosen = Object.hasOwn(mapping, header) ? (mapping[header] ?? '') : undefined;
    const target = chosen === undefined ? findTarget(headers[nth]!, customFields) : parseField(chosen, customFields);
    if (chosen && !target) throw wrong(`maps '${header.slice(0, 50)}' to an unknown field: ${quote([chosen])}`);
    return { header, field: formatTarget(target), ...(target && { target }) };
  });
};

/** The columns of a stored import, as they were mapped when it began. */
export const mapStoredColumns = (
  columns: readonly { readonly header: string; readonly field: string }[],
  customFields: readonly CustomDefinition[],
): Column[] =>
  columns.map(({ header, field }) => {
    const target = parseField(field, customFields);
    return { header, field, ...(target && { target }) };
  });

const quote = (names: readonly string[]): string =>
  names
    .slice(0, 10)
    .map((name) => `'${name.slice(0, 50)}'`)
    .join(', ');
const wrong = (what: string): Error => invalidBody(`Field 'mapping' ${what}.`);
