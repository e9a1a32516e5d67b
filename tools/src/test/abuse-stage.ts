import { shortAttacks } from '../abuse/attack-table';
import { runAbuseOnOwnStack } from '../abuse/run-own-stack';
import { countCheck, sum, type Stage } from './stage';

const SECONDS = 20;
/** Always the same requests here; `npm run abuse` takes another seed each time. */
const SEED = 1;

/** The short form of `npm run abuse`: its claims are checks, except those that depend on how busy the machine is. */
export const abuseStage: Stage = {
  name: 'abuse',
  about: `${SECONDS} s of attacks while a neighbor is measured`,
  suite: 'soak',
  cached: 'never',
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
    for (const { claim, ok } of claims.filter(({ timing }) => timing))
      say(`${ok ? 'holds' : 'does not hold'}, for information: ${claim}`);
    const judged = claims.filter(({ timing }) => !timing);
    return sum(judged.map(({ claim, ok, wrong }) => countCheck(say, claim, ok, wrong.join('\n'))));
  },
};
