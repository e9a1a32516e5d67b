import { createPorchlight } from '../src';

/** Never run: what TypeScript says of it is the test (the type check of the project, of which this is a part). */
export async function uses(): Promise<void> {
  const porchlight = createPorchlight({ baseUrl: 'https://x', apiKey: 'k' });
  const person = await porchlight.events.create({
    source: 'a',
    type: 'Registration',
    person: { firstName: 'Ada', emails: [{ value: 'a@example.com' }] },
  });
  const id: number | undefined = person?.id;
  for await (const one of porchlight.people.list({ stage: ['Lead'], customBudget: 5 })) one.name?.toUpperCase();
  const page = await porchlight.people.list({ limit: 5 });
  const total: number = page._metadata.total + page.people.length;
  const { response } = await porchlight.people.get(id ?? total).withResponse();
  await porchlight.people.update(1, { firstName: 'B' }, undefined, { ifMatch: response.headers.get('etag') ?? '*' });
  await porchlight.webhooks.test(1);
  for await (const delivery of porchlight.webhooks.deliveries(1, { since: new Date(0) }))
    delivery.attempts.length.toFixed();
  await porchlight.apiKeys.delete(1, 2);
  await porchlight.ponds.delete(1);
  const { ignored } = await porchlight.systems.ignored('none');
  ignored[0]?.field?.toUpperCase();
  // @ts-expect-error an operation that is not there
  await porchlight.people.explode(1);
  // @ts-expect-error a field that is not there
  await porchlight.people.create({ furstName: 'x' });
  // @ts-expect-error an id is missing
  await porchlight.people.get();
}
