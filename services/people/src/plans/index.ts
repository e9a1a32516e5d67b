import type { Ports } from './stores';
import { followMarketing } from './follow-marketing';

export { openPlans, type Plans } from './stores';

/** Follows action plans and carries out their due steps. */
export const registerPlans = (ports: Ports): void => {
  ports.addHandler('people.marketing', followMarketing(ports));
};
