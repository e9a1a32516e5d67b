import type { BackendApp, BackendDependencies } from '@porchlight/backend';
import { openActivity, registerActivity } from './activity';
import type { Config } from './config';
import { createImportHandlers, openImports, registerImports } from './imports';
import { createClaimHandlers, createLeadSettings, openLeads, registerLeads } from './leads';
import { migrations } from './migrations/migrations';
import { createFollowPorts, createMovePeople, openPeople, registerPeople } from './people';
import { openPlans, registerPlans } from './plans';
import { registerProfiles } from './profiles';
import { openService } from './service';
import { openSettings, registerSettings } from './settings';

/** Builds the people service: opens the stores of each feature, then registers its methods, consumers and workers. */
export const createApp = async (dependencies: BackendDependencies<Config>): Promise<BackendApp> => {
  const service = await openService(dependencies, migrations);
  const settings = openSettings(service, {
    countPeople: (accountId, value) => people.people.count(accountId, value),
    loadLeadSettings: (accountId) => createLeadSettings(leads)(accountId),
  });
  const plans = openPlans(service);
  const leads = openLeads(service, settings, plans.plans);
  const people = openPeople(service, settings, leads.offers);
  const activity = openActivity(service, settings, people);
  const imports = openImports(service);
  const follow = createFollowPorts(service, people, activity.children);

  registerSettings(service, settings, createMovePeople({ ...service, ...people }));
  registerPeople(
    service,
    people,
    { ...settings, ...leads, follow },
    {
      ...createClaimHandlers(follow, people, leads, settings),
      ...createImportHandlers(service, imports, people, settings),
    },
  );
  registerLeads(service, leads, settings, people, activity);
  registerActivity(service, people, activity, { ...settings, ...leads });
  registerImports(service, imports, settings, people, activity);
  registerPlans(service, plans, { ...settings, ...people, ...activity });
  registerProfiles(service, people);
  return service.start();
};
