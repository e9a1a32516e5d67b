import { BACKENDS, type BackendName } from '@porchlight/contracts';
import { checkReadiness } from './readiness';

/** Regression: eleven seconds without marketing made every gateway not ready. */
const without = (...away: BackendName[]) =>
  Object.fromEntries(BACKENDS.map((name) => [name, { ready: async () => !away.includes(name) }]));

it.each(BACKENDS.filter((name) => name !== 'auth'))('stays ready without %s and reports it', async (name) => {
  const { ok, checks } = await checkReadiness(without(name));
  expect(ok).toBe(true);
  expect(checks).toMatchObject({ [name]: false, auth: true });
});

it('is not ready without auth', async () => {
  expect(await checkReadiness(without('auth'))).toMatchObject({ ok: false, checks: { auth: false, people: true } });
});
