import { expectRefusal } from '@porchlight/testkit';
import { useSuite } from './suite';

const suite = useSuite();

describe('the stage of new people', () => {
  it('stays the protected stage Lead when a stage is created before it', async () => {
    const { owner } = await suite.newAccount();
    const made = await owner.createStage({ name: 'Imported', orderWeight: 1000 });
    expect(made).toMatchObject({ isDefault: false });
    const { person } = await owner.send({ person: { emails: ['jo@x.io'] } });
    expect(person).toMatchObject({ stage: 'Lead' });
    expect((await owner.createPerson({ firstName: 'Ann' })).person).toMatchObject({ stage: 'Lead' });
  });

  it('D4.2 is the one chosen stage of the account', async () => {
    const { owner } = await suite.newAccount();
    const made = await owner.createStage({ name: 'New Lead', isDefault: true });
    const chosen = async () =>
      (await owner.listStages()).stages.filter(({ isDefault }) => isDefault).map(({ name }) => name);
    expect(await chosen()).toEqual(['New Lead']);
    expect((await owner.createPerson({ firstName: 'Ann' })).person).toMatchObject({ stage: 'New Lead' });
    await owner.updateStage(2, { isDefault: true });
    expect(await chosen()).toEqual([(await owner.getStage(2))['name']]);
    await owner.updateStage(2, { isDefault: false });
    expect(await chosen()).toEqual(['Lead']);
    await expectRefusal(owner.updateStage(9, { isDefault: true }), 'INVALID_BODY');
    await owner.updateStage(made['id'], { isDefault: true });
    await owner.deleteStage(made['id']);
    expect(await chosen()).toEqual(['Lead']);
  });

  it('can be referenced by id in any body', async () => {
    const { owner } = await suite.newAccount();
    const { person } = await owner.createPerson({ firstName: 'Ann', stage: 2 });
    expect(person).toMatchObject({ stageId: '2' });
    expect(await owner.updatePerson(person['id'], { stage: '3' })).toMatchObject({ stageId: '3' });
  });
});
