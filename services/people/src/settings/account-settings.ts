import { type Assignable, mayReceive } from '@porchlight/access';
import { DEFAULT_COUNTRY } from '@porchlight/contact';
import { foldText } from '@porchlight/text';
import type { CustomDefinition } from '@porchlight/custom-fields';
import { inOrder, type Weighed } from '@porchlight/store';
import { DEFAULT_STAGES, LEAD_ID, TRASH_ID } from './default-stages';

/** A user as this service knows it, from auth's changes. */
export interface TeamMember {
  readonly id: number;
  readonly name: string;
  /** Owner, Broker, Agent or Lender. */
  readonly role: string;
  /** Active, Invited or Disabled. */
  readonly status: string;
  /** IANA name; absent = not known. */
  readonly timezone?: string;
  /** Lead distribution skips the user. */
  readonly pauseLeadDistribution?: true;
  readonly email?: string;
  /** The user has confirmed the address. */
  readonly emailConfirmed?: true;
}

/** A stage as people need it. */
export interface StageView extends Weighed {
  readonly name: string;
  readonly isProtected: boolean;
  /** The account chose it for new people. */
  readonly isDefault?: true;
  /** Earlier names, the newest first. */
  readonly formerNames?: readonly string[];
}

/** People of a stage that was deleted and who still have to be moved. */
export interface StageMove {
  readonly stageId: number;
  readonly targetId: number;
}

/** Target of a lead that is not claimed in time: the first of these that is set (decisions section 11). */
export interface GroupDefaults {
  readonly defaultUserId?: number | undefined;
  readonly defaultGroupId?: number | undefined;
  readonly defaultPondId?: number | undefined;
}

/** A group of users who share leads; copy from auth's changes. */
export interface GroupView extends GroupDefaults {
  readonly id: number;
  readonly name: string;
  /** Agent or Lender: whether its members are assigned as user or as lender. */
  readonly type: string;
  /** round-robin or first-to-claim. */
  readonly distribution: string;
  /** Minutes that a lead may be claimed. */
  readonly claimWindow?: number;
  readonly userIds: readonly number[];
}

/** A pond with its members. */
export interface PondView {
  readonly id: number;
  readonly name: string;
  readonly userId?: number;
  readonly userIds: readonly number[];
}

/** A rule of lead flow; an absent or empty condition matches everything (decisions section 4). */
export interface LeadRule extends Weighed {
  readonly sources: readonly string[];
  readonly types: readonly string[];
  readonly minPrice?: number;
  readonly maxPrice?: number;
  readonly postalCodes: readonly string[];
  readonly assignUserId?: number;
  readonly assignGroupId?: number;
  readonly assignPondId?: number;
  readonly actionPlanId?: number;
  readonly ignore: boolean;
}

/** Settings of an account besides stages and users. */
export interface SettingsParts {
  readonly groups: readonly GroupView[];
  readonly ponds: readonly PondView[];
  readonly leadRules: readonly LeadRule[];
  readonly customFields: readonly CustomDefinition[];
  /** Action plans that rules of lead flow name although they are deleted. */
  readonly deletedPlanIds?: readonly number[];
  /** Country of the account (ISO 3166): how its phones are read (D13.1). */
  readonly country: string;
}

/** All users of a pond: its owner and its members. */
export const pondMembers = ({ userId, userIds }: Pick<PondView, 'userId' | 'userIds'>): number[] =>
  [...new Set([...(userId === undefined ? [] : [userId]), ...userIds])].sort((a, b) => a - b);

const byId = <T extends { readonly id: number }>(all: readonly T[] = []): ReadonlyMap<number, T> =>
  new Map(all.map((one) => [one.id, one]));

const RANKS: readonly string[] = ['Active', 'Invited', 'Disabled'];
const rank = ({ status }: TeamMember): number => RANKS.indexOf(status);

/** Stages and users of one account at one moment: converts names into ids and back. */
export class AccountSettings {
  readonly stages: readonly StageView[];
  readonly #stages: ReadonlyMap<number, StageView>;
  readonly #moves: ReadonlyMap<number, number>;
  readonly #members: ReadonlyMap<number, TeamMember>;
  readonly #groups: ReadonlyMap<number, GroupView>;
  readonly #ponds: ReadonlyMap<number, PondView>;
  /** In the order they are asked. */
  readonly leadRules: readonly LeadRule[];
  readonly #deletedPlans: ReadonlySet<number>;
  /** Fields that the account adds to its people, in their order. */
  readonly customFields: readonly CustomDefinition[];
  /** Country of the account (ISO 3166): how its phones are read (D13.1). */
  readonly country: string;

  constructor(
    stages: readonly StageView[],
    members: readonly TeamMember[],
    moves: readonly StageMove[] = [],
    /** Whether stage Trash contains people. */
    readonly hasTrash = true,
    settings: Partial<SettingsParts> = {},
  ) {
    this.stages = inOrder(stages);
    this.#stages = new Map(stages.map((stage) => [stage.id, stage]));
    this.#members = new Map(members.map((member) => [member.id, member]));
    this.#moves = new Map(moves.map(({ stageId, targetId }) => [stageId, targetId]));
    this.#groups = byId(settings.groups);
    this.#ponds = byId(settings.ponds);
    this.#deletedPlans = new Set(settings.deletedPlanIds);
    this.customFields = inOrder(settings.customFields ?? []);
    this.country = settings.country ?? DEFAULT_COUNTRY;
    this.leadRules = [...(settings.leadRules ?? [])].sort((a, b) => a.orderWeight - b.orderWeight || a.id - b.id);
  }

  /** The stage of new people: the one that the account chose, else the protected stage Lead, regardless of weights. */
  get defaultStage(): StageView {
    const chosen = this.stages.find((stage) => stage.isDefault && stage.id !== TRASH_ID);
    return chosen ?? this.#stages.get(LEAD_ID) ?? DEFAULT_STAGES[0]!;
  }

  /** A stage that exists. */
  stage(id: number): StageView | undefined {
    return this.#stages.get(id);
  }

  /** The stage a person counts as being in: of a deleted stage the one its people move to. */
  stageShown(id: number): StageView {
    let at = id;
    for (let hops = 0; hops <= this.#moves.size; hops++) {
      const stage = this.#stages.get(at);
      if (stage) return stage;
      const next = this.#moves.get(at);
      if (next === undefined) break;
      at = next;
    }
    return this.defaultStage;
  }

  /** The stage of this name, else one that had it before it was renamed. */
  stageNamed(name: string): StageView | undefined {
    const key = foldText(name);
    return (
      this.stages.find((stage) => foldText(stage.name) === key) ??
      this.stages.find(({ formerNames = [] }) => formerNames.some((name) => foldText(name) === key))
    );
  }

  /** Ids that people of this stage may still carry: its own and those of deleted stages that move into it. */
  stageIdsShownAs(id: number): number[] {
    return [
      id,
      ...[...this.#moves.keys()].filter((leaving) => !this.#stages.has(leaving) && this.stageShown(leaving).id === id),
    ];
  }

  member(id: number): TeamMember | undefined {
    return this.#members.get(id);
  }

  /** Returns the users among the ids that lead distribution may choose, by id: active and not paused (D13.3). */
  availableAmong(ids: readonly number[]): number[] {
    const isAvailable = (member: TeamMember | undefined): boolean =>
      mayReceive(member, 'lead') && !member?.pauseLeadDistribution;
    return [...new Set(ids)].filter((id) => isAvailable(this.#members.get(id))).sort((a, b) => a - b);
  }

  group(id: number): GroupView | undefined {
    return this.#groups.get(id);
  }

  pond(id: number): PondView | undefined {
    return this.#ponds.get(id);
  }

  get ponds(): readonly PondView[] {
    return [...this.#ponds.values()];
  }

  /**
   * The rules that decide about leads, in their order. A rule that names a deleted group, pond or plan, or a disabled
   * or deleted user, is passed over (D13.3).
   */
  get usableRules(): readonly LeadRule[] {
    return this.leadRules.filter(
      ({ assignUserId: user, assignGroupId: group, assignPondId: pond, actionPlanId: plan }) =>
        (user === undefined || this.mayReceive(user, 'record')) &&
        (group === undefined || this.#groups.has(group)) &&
        (pond === undefined || this.#ponds.has(pond)) &&
        (plan === undefined || !this.#deletedPlans.has(plan)),
    );
  }

  /** Whether the user of the account may get something new (D13.3). */
  mayReceive(id: number, what: Assignable): boolean {
    return mayReceive(this.#members.get(id), what);
  }

  /** The user with the role Owner. */
  get owner(): TeamMember | undefined {
    return [...this.#members.values()].find(({ role }) => role === 'Owner');
  }

  /** Users with this full name: active ones, then invited ones, then the others; the longest with the team first. */
  membersNamed(name: string): TeamMember[] {
    const key = foldText(name);
    return [...this.#members.values()]
      .filter((member) => foldText(member.name) === key)
      .sort((a, b) => rank(a) - rank(b) || a.id - b.id);
  }
}
