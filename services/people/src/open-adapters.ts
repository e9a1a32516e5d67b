import type { Clock } from '@porchlight/runtime';
import type { Store } from '@porchlight/store';
import { createActivitySums } from './activity/activity-sums';
import { createEmailActivity } from './activity/email-activity';
import { createGroupCopies, type GroupCopy } from './settings/group-copies';
import { createLeadOffers, type LeadOfferJob } from './leads/lead-offers';
import { createMerges, type MergedPerson } from './people/merges';
import { createPeopleImports, type ImportChunk, type PeopleImportJob } from './imports/people-imports';
import { createPersonJobs, type PersonJob } from './people/person-jobs';
import { createPlanCopies, type PlanCopy } from './plans/plan-copies';
import { createPlanSteps, type PlanStepDocument } from './plans/plan-steps';
import { createReassignments, type Reassignment } from './leads/reassignments';
import { createRotation, type RotationDocument } from './leads/rotation';
import { createStageMoves, type StageMoveJob } from './settings/stage-moves';
import { createUserCopies, type UserCopy } from './settings/user-copies';
import type { PersonDocument } from './people/person-document';

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
