import { createPorchlight } from '../src';

/** Never executed: the type check of the project is the test. */
export async function checkTypes(): Promise<void> {
  const porchlight = createPorchlight({ baseUrl: 'https://x', apiKey: 'k' });
  const person = await porchlight.events.create({
    source: 'a',
    type: 'Registration',
    person: { firstName: 'Ada', emails: [{ value: 'a@example.com' }], price: '$450,000' },
    property: { price: '450k' },
    propertySearch: { minPrice: '400000', maxPrice: 500_000 },
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
  // @ts-expect-error unknown operation
  await porchlight.people.explode(1);
  // @ts-expect-error unknown field
  await porchlight.people.create({ furstName: 'x' });
  // @ts-expect-error only leads may write prices as text in any notation
  await porchlight.people.create({ price: '$450,000' });
  // @ts-expect-error missing id
  await porchlight.people.get();
}
