import { followRenamedStages, serveReferences, type BackendApp } from '@porchlight/backend';
import { stageRenamed } from '@porchlight/contracts';
import { openActivity, registerActivity } from './activity';
import { openConsent, registerConsent } from './consent';
import { importHandlers, openImports, registerImports } from './imports';
import { claimHandlers, createLeadSettings, openLeads, registerLeads } from './leads';
import { migrations } from './migrations/migrations';
import { createMovePeople, openPeople, registerPeople } from './people';
import { openPlans, registerPlans } from './plans';
import { registerProfiles } from './profiles';
import { openService, type PeopleDependencies } from './service';
import { openSettings, registerSettings } from './settings';

/** Builds the people service: opens the stores of each feature, then registers its methods, consumers and workers. */
export const createApp = async (dependencies: PeopleDependencies): Promise<BackendApp> => {
  const service = await openService(dependencies, migrations);
  const settings = openSettings(service, {
    countPeople: (accountId, value) => people.people.count(accountId, value),
    loadLeadSettings: (accountId) => createLeadSettings(leads, service.copies)(accountId),
  });
  const plans = openPlans(service);
  const leads = openLeads(service, settings);
  const consent = openConsent(service);
  const people = openPeople(service, settings, leads.offers, consent.emailStatuses);
  const activity = openActivity(service, settings, people);
  const ports = {
    ...service,
    ...settings,
    ...plans,
    ...leads,
    ...people,
    ...activity,
    ...consent,
    ...openImports(service),
  };

  registerSettings(ports, createMovePeople(ports));
  registerPeople(ports, { ...claimHandlers(ports), ...importHandlers(ports) });
  registerLeads(ports);
  registerActivity(ports, [leads.leadFlows, leads.ponds]);
  registerImports(ports);
  registerConsent(ports);
  registerPlans(ports);
  registerProfiles(ports);
  const namings = [...settings.namings, ...leads.namings];
  serveReferences(service, namings);
  service.addHandler('people.cascade', followRenamedStages(namings), new Set([stageRenamed.type]));
  return service.start();
};
