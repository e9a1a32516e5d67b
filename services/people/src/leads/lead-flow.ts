import type { Actor } from '@porchlight/access';
import type { AccountSettings, LeadRule } from '../settings';
import type { LeadOffer } from '../person';

/** A lead as the rules of lead flow read it; the lead that is stored is in parse-lead.ts. */
export interface FlowLead {
  readonly actor: Pick<Actor, 'accountId' | 'userId' | 'role'>;
  readonly source: string;
  /** The recorded type: never `Inquiry`. */
  readonly type: string;
  readonly price?: number;
  readonly postalCodes: readonly string[];
  /** Older than a day: rules do not assign it (decisions section 4). */
  readonly historyOnly: boolean;
  /** Assignment in the request. */
  readonly assignedUserId?: number;
  readonly assignedLenderId?: number;
}

/** The result of lead flow for a new lead. */
export interface LeadDecision {
  /** Nothing is stored; the response is empty. */
  readonly ignore: boolean;
  readonly assignedUserId?: number;
  readonly assignedLenderId?: number;
  readonly assignedPondId?: number;
  readonly pondUserIds?: readonly number[];
  readonly offer?: LeadOffer;
  /** Plan to apply, by its id in marketing. */
  readonly actionPlanId?: number;
}

/** Routes leads that create a person. Does not wait for other services. */
export interface LeadFlow {
  decide(lead: FlowLead, settings: AccountSettings): Promise<LeadDecision>;
}

const key = (text: string): string => text.trim().toLowerCase();

/** Sources are compared without scheme, `www.`, slashes at the end and case (D13.5). */
const sourceKey = (source: string): string =>
  key(source)
    .replace(/^[a-z][a-z\d+.-]{0,20}:\/\//u, '')
    .replace(/^www\./u, '')
    .replace(/\/+$/u, '');

/** A source of which nothing remains to compare (`www.`) fits no lead (D13.3). */
const fitsSource = (sources: readonly string[], sent: string): boolean =>
  sources.length === 0 || sources.map(sourceKey).some((source) => source !== '' && source === sourceKey(sent));

/** `78701` includes `78701-1234`. */
const codeKeys = (code: string): string[] => {
  const whole = key(code).replace(/\s+/gu, ' ');
  return [whole, whole.replace(/-.*$/u, '')];
};

const fitsType = (types: readonly string[], type: string): boolean =>
  types.includes(type) || (types.includes('Inquiry') && (type === 'Property Inquiry' || type === 'General Inquiry'));

const fitsPrice = ({ minPrice, maxPrice }: LeadRule, price: number | undefined): boolean => {
  if (minPrice === undefined && maxPrice === undefined) return true;
  return price !== undefined && price >= (minPrice ?? 0) && price <= (maxPrice ?? Number.POSITIVE_INFINITY);
};

const fitsCode = (postalCodes: readonly string[], sent: readonly string[]): boolean => {
  const codes = new Set(sent.flatMap(codeKeys));
  return postalCodes.some((code) => codes.has(codeKeys(code)[0]!));
};

/** The fields of a lead that rules compare. */
type ComparedLead = Pick<FlowLead, 'source' | 'type' | 'price' | 'postalCodes'>;

/** A condition of a rule. */
export type RuleCondition = 'source' | 'type' | 'price' | 'postalCode';

/** Whether a lead meets each condition of a rule, in the order in which they are compared; bounds are inclusive. */
const CONDITIONS: readonly (readonly [RuleCondition, (rule: LeadRule, lead: ComparedLead) => boolean])[] = [
  ['source', (rule, lead) => fitsSource(rule.sources, lead.source)],
  ['type', (rule, lead) => rule.types.length === 0 || fitsType(rule.types, lead.type)],
  ['price', (rule, lead) => fitsPrice(rule, lead.price)],
  ['postalCode', (rule, lead) => rule.postalCodes.length === 0 || fitsCode(rule.postalCodes, lead.postalCodes)],
];

/** The first condition of a rule that the lead does not meet. */
export const findUnmetCondition = (rule: LeadRule, lead: ComparedLead): RuleCondition | undefined =>
  CONDITIONS.find(([, fits]) => !fits(rule, lead))?.[0];

/** All conditions of a rule that the lead does not meet. */
export const listUnmetConditions = (rule: LeadRule, lead: ComparedLead): RuleCondition[] =>
  CONDITIONS.filter(([, fits]) => !fits(rule, lead)).map(([condition]) => condition);

/** True when the lead meets every condition of the rule. */
export const matchesRule = (rule: LeadRule, lead: ComparedLead): boolean =>
  findUnmetCondition(rule, lead) === undefined;

/** The first matching rule; the rules are in ascending orderWeight. */
export const findRule = (rules: readonly LeadRule[], lead: ComparedLead): LeadRule | undefined =>
  rules.find((rule) => matchesRule(rule, lead));
