import { shortAttacks } from '../abuse/attack-table';
import { runAbuseOnOwnStack } from '../abuse/run-own-stack';
import { countCheck, sum, type Stage } from './stage';

const SECONDS = 20;
/** Always the same requests here; `npm run abuse` takes another seed each time. */
const SEED = 1;

/** The short form of `npm run abuse`: each of its claims is a check. */
export const abuseStage: Stage = {
  name: 'abuse',
  about: `${SECONDS} s of attacks while a neighbor is measured`,
  async run({ root, node, signal, say }) {
    const claims = await runAbuseOnOwnStack({
      root,
      node,
      seconds: SECONDS,
      seed: SEED,
      only: shortAttacks(),
      signal,
      say,
    });
    return sum(claims.map(({ claim, ok, wrong }) => countCheck(say, claim, ok, wrong.join('\n'))));
  },
};
