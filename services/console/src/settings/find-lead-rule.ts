import type { Rule } from './lead-flow-rule';

/** A lead as the rules compare it. */
export interface SampleLead {
  readonly source: string;
  readonly type: string;
  readonly price: number | null;
  readonly postalCode: string;
}

/** A condition of a rule that a lead does not meet. */
export type UnmetCondition = 'source' | 'type' | 'price' | 'postal code';

const keyOf = (text: string): string => text.trim().toLowerCase();

/** Sources are compared without scheme, `www.`, slashes at the end and case (D13.5). */
const sourceKey = (source: string): string =>
  keyOf(source)
    .replace(/^[a-z][a-z\d+.-]{0,20}:\/\//u, '')
    .replace(/^www\./u, '')
    .replace(/\/+$/u, '');

const INQUIRIES: readonly string[] = ['Inquiry', 'Property Inquiry', 'General Inquiry'];

const fitsSource = (sources: readonly string[], sent: string): boolean =>
  sources.length === 0 || sources.map(sourceKey).some((source) => source !== '' && source === sourceKey(sent));

const fitsType = (types: readonly string[], type: string): boolean =>
  types.length === 0 || types.includes(type) || (types.includes('Inquiry') && INQUIRIES.includes(type));

const fitsPrice = ({ minPrice, maxPrice }: Rule, price: number | null): boolean => {
  const hasBounds = typeof minPrice === 'number' || typeof maxPrice === 'number';
  return !hasBounds || (price !== null && price >= (minPrice ?? 0) && price <= (maxPrice ?? Number.POSITIVE_INFINITY));
};

/** `78701` includes `78701-1234`. */
const codeKeys = (code: string): string[] => {
  const whole = keyOf(code).replace(/\s+/gu, ' ');
  return [whole, whole.replace(/-.*$/u, '')];
};

const fitsCode = (postalCodes: readonly string[], sent: string): boolean =>
  postalCodes.length === 0 || postalCodes.some((code) => codeKeys(sent).includes(codeKeys(code)[0]!));

/** The first condition of a rule that the lead does not meet, as the service compares them (D4.20). */
export const findUnmet = (rule: Rule, lead: SampleLead): UnmetCondition | undefined => {
  if (!fitsSource(rule.sources ?? [], lead.source)) return 'source';
  if (!fitsType(rule.types ?? [], lead.type)) return 'type';
  if (!fitsPrice(rule, lead.price)) return 'price';
  return fitsCode(rule.postalCodes ?? [], lead.postalCode) ? undefined : 'postal code';
};

/** The rule that takes a lead, and why those before it do not. The rules are in their order. */
export const findLeadRule = (
  rules: readonly Rule[],
  lead: SampleLead,
): { readonly rule?: Rule; readonly passed: readonly { readonly rule: Rule; readonly unmet: UnmetCondition }[] } => {
  const passed: { readonly rule: Rule; readonly unmet: UnmetCondition }[] = [];
  for (const rule of rules) {
    const unmet = findUnmet(rule, lead);
    if (unmet === undefined) return { rule, passed };
    passed.push({ rule, unmet });
  }
  return { passed };
};
