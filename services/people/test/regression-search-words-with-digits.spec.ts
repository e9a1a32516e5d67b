import { useSuite } from './suite';

const suite = useSuite();

it('a search finds a name whose words contain digits, and a phone written in several ways', async () => {
  const { owner } = await suite.newAccount();
  await owner.createPerson({ name: 'Qq5d3c37caf0 Test', phones: ['555 010 0100'] });
  await owner.createPerson({ name: 'Unit 55512' });
  const found = async (q: string) =>
    (await owner.listPeople(`q=${encodeURIComponent(q)}`)).people.map(({ name }) => name);
  expect(await found('Qq5d3c37caf0')).toEqual(['Qq5d3c37caf0 Test']);
  expect(await found('test qq5d3c37caf0')).toEqual(['Qq5d3c37caf0 Test']);
  expect(await found('(555) 010-0100')).toEqual(['Qq5d3c37caf0 Test']);
  expect(await found('test 5550100100')).toEqual(['Qq5d3c37caf0 Test']);
  expect(await found('unit 55512')).toEqual(['Unit 55512']);
  expect(await found('55512')).toEqual(['Unit 55512']);
});
