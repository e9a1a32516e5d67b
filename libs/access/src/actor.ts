/** The four roles of an account's users, and Operator: the command line, known by its token only, never by a key. */
export const ROLES = ['Owner', 'Broker', 'Agent', 'Lender', 'Operator'] as const;

/** One of them. */
export type Role = (typeof ROLES)[number];

/** Who asks. Made by the gateway from credentials, carried to the services by the internal token. */
export interface Actor {
  /** 0 only for an Operator that acts for no account. */
  readonly accountId: number;
  /** 0 only for an Operator. */
  readonly userId: number;
  readonly role: Role;
  /** Name of the registered system that was verified by its key; absent when none was (decisions section 3). */
  readonly system?: string;
  readonly keyId?: number;
  readonly userName?: string;
}

/** True when the role stands in the list of those allowed. */
export const mayPerform = (role: Role, allowed: readonly Role[]): boolean => allowed.includes(role);

const isId = (value: unknown, least: number): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= least && value <= 0x7fffffff;

const isName = (value: unknown): boolean => value === undefined || (typeof value === 'string' && value.length <= 255);

/** True when a value from outside is a complete and sane actor: int32 ids, a known role, short names. */
export const isActor = (value: unknown): value is Actor => {
  if (typeof value !== 'object' || value === null) return false;
  const actor = value as Record<string, unknown>;
  if (!ROLES.includes(actor['role'] as Role)) return false;
  const least = actor['role'] === 'Operator' ? 0 : 1;
  return (
    isId(actor['accountId'], least) &&
    isId(actor['userId'], least) &&
    (actor['keyId'] === undefined || isId(actor['keyId'], 0)) &&
    isName(actor['system']) &&
    isName(actor['userName'])
  );
};
