import type { BackendApp } from '@porchlight/backend';
import { systemCall } from '@porchlight/store';
import { listPeopleWithHistory, openPlanDirectory, openPlans, registerPlans } from './action-plans';
import { openCampaigns, registerCampaigns } from './campaigns';
import { followPeopleChanges, followRebuiltPeople, type FollowPerson } from './copies';
import { createPersonFollower, openEmailEvents, registerEmailEvents } from './email-events';
import { createMigrations } from './migrations/migrations';
import { openSenderDomains, registerSenderDomains } from './sender-domains';
import { openService, type MarketingDependencies } from './service';
import { openSuppressions, registerSuppressions } from './suppressions';
import { openTemplates, registerTemplates } from './templates';

export type { MarketingDependencies } from './service';

/** Builds the marketing service: opens the stores of each feature, then registers methods, consumers and workers. */
export const createApp = async (dependencies: MarketingDependencies): Promise<BackendApp> => {
  const migrations = createMigrations((accountId, requests, signal) =>
    suppressions.suppressed.suppress(systemCall(accountId, signal), requests),
  );
  const service = await openService(dependencies, migrations);
  const { copies } = service;
  const directory = openPlanDirectory(service);
  const templates = openTemplates(service, directory.using);
  const campaigns = openCampaigns(service);
  const senderDomains = openSenderDomains(service);
  const suppressions = openSuppressions({ ...service, ...senderDomains });
  const emailEvents = openEmailEvents(service, copies, campaigns, suppressions);
  const plans = openPlans(service, directory, { ...copies, ...emailEvents, ...templates, ...suppressions });
  const followPerson = createPersonFollower(copies, emailEvents);

  service.addHandler('marketing.copies', followPeopleChanges(copies, followPerson));
  const followAll: FollowPerson = async (...person) => {
    await followPerson(...person);
    await plans.follow(...person);
  };
  service.followRebuilt('people', followRebuiltPeople(followAll, listPeopleWithHistory(emailEvents, plans)));
  registerTemplates(service, templates, copies, suppressions.links.sample);
  registerCampaigns(service, campaigns);
  registerEmailEvents(service, emailEvents, copies, campaigns, suppressions);
  registerSuppressions(service, suppressions, copies);
  registerSenderDomains(service, senderDomains);
  registerPlans(service, plans);
  return service.start();
};
