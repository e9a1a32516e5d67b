import type { Clock } from '@porchlight/runtime';
import type { Store } from '@porchlight/store';
import { createActivitySums } from './adapters/activity-sums';
import { createEmailActivity } from './adapters/email-activity';
import { createGroupCopies, type GroupCopy } from './adapters/group-copies';
import { createLeadOffers } from './adapters/lead-offers';
import { createMerges } from './adapters/merges';
import { createPeopleImports } from './adapters/people-imports';
import { createPersonJobs } from './adapters/person-jobs';
import { createPlanCopies, type PlanCopy } from './adapters/plan-copies';
import { createPlanSteps, type PlanStepDocument } from './adapters/plan-steps';
import { createReassignments } from './adapters/reassignments';
import { createRotation, type RotationDocument } from './adapters/rotation';
import { createStageMoves } from './adapters/stage-moves';
import { createUserCopies, type UserCopy } from './adapters/user-copies';
import type {
  ImportChunk,
  LeadOfferJob,
  MergedPerson,
  PeopleImportJob,
  PersonJob,
  Reassignment,
  StageMoveJob,
} from './ports';
import type { PersonDocument } from './rules/person-document';

/** Opens the collections besides the resources; called by app.ts. */
export const openAdapters = (store: Store, clock: Clock) => {
  const indexed = {
    users: createUserCopies(store.collection<UserCopy>('users')),
    groups: createGroupCopies(store.collection<GroupCopy>('groups')),
    offers: createLeadOffers(store.collection<LeadOfferJob>('leadOffers')),
    moves: createStageMoves(store.collection<StageMoveJob>('stageMoves')),
    personJobs: createPersonJobs(store.collection<PersonJob>('personJobs')),
    reassignments: createReassignments(store.collection<Reassignment>('reassignments')),
    merges: createMerges(store.collection<MergedPerson>('mergedPeople')),
    planSteps: createPlanSteps(store.collection<PlanStepDocument>('planSteps'), clock),
    imports: createPeopleImports(
      store.collection<PeopleImportJob>('peopleImports'),
      store.collection<ImportChunk>('peopleImportRows'),
    ),
  };
  return {
    ...indexed,
    plans: createPlanCopies(store.collection<PlanCopy>('actionPlans')),
    rotation: createRotation(store.collection<RotationDocument>('rotations')),
    emailActivity: createEmailActivity(store.collection<PersonDocument>('people'), clock),
    sums: createActivitySums({
      events: store.collection('events'),
      calls: store.collection('calls'),
      textMessages: store.collection('textMessages'),
      tasks: store.collection('tasks'),
    }),
    ensureIndexes: async (): Promise<void> => {
      await Promise.all(Object.values(indexed).map((adapter) => adapter.ensureIndexes()));
    },
  };
};

/** All that `openAdapters` opens. */
export type Adapters = ReturnType<typeof openAdapters>;
