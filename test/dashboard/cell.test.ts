import { expect } from 'chai';
import { around, distanceOf, kinOf, relatedTo, relationsOf } from '../../dashboard/details/cell.ts';
import { incidentPath, isTrouble } from '../../dashboard/details/incident-link.ts';
import { ids, storedEvent } from './events.ts';

const [one, two, three, back, four] = [
  storedEvent(1, { version: '1', type: 'deployment' }),
  storedEvent(2, { version: '2', type: 'deployment' }),
  storedEvent(3, { version: '3', type: 'deployment' }),
  storedEvent(4, { version: '2', type: 'rollback' }),
  storedEvent(5, { version: '4', type: 'deployment' }),
] as const;

const names = (relations: ReturnType<typeof relationsOf>) =>
  relations.map(({ name, event }) => [name, event.id]);

describe('an event among those of its cell', () => {
  it('has those behind and before it, whatever shares its moment', () => {
    const twin = { ...two, id: 'twin' };
    const found = around(two, [two, twin, one], [twin, two, three]);
    expect(ids(found.earlier)).to.deep.equal(['twin', one.id]);
    expect(ids(found.later)).to.deep.equal([three.id]);
    // Without itself among them, none of its moment can be placed.
    expect(ids(around(two, [twin, one], []).earlier)).to.deep.equal([one.id]);
    const elsewhere = { ...one, subject: 'other' };
    expect(around(two, [two, elsewhere], []).earlier).to.deep.equal([]);
  });

  it('knows what took it back, and what it takes back', () => {
    expect(names(relationsOf(three, { earlier: [two, one], later: [back, four] }))).to.deep.equal([
      ['Rolled back by', back.id],
    ]);
    expect(names(relationsOf(two, { earlier: [one], later: [three, back] }))).to.deep.equal([]);
    expect(names(relationsOf(back, { earlier: [three, two, one], later: [four] }))).to.deep.equal([
      ['Rolls back', three.id],
      ['Rolls back to', two.id],
    ]);
    const unknown = { ...back, version: null };
    expect(names(relationsOf(unknown, { earlier: [three], later: [] }))).to.deep.equal([
      ['Rolls back', three.id],
    ]);
    expect(kinOf('rollback')).to.include('deployment');
    expect(kinOf('scaling')).to.deep.equal(['scaling']);
    const scaling = storedEvent(3, { type: 'scaling' });
    expect(relationsOf(scaling, { earlier: [two], later: [back] })).to.deep.equal([]);
  });

  it('stands among others, nearest first, each with the reason', () => {
    const system = { ...storedEvent(9), subject: 'staging' };
    const environment = { ...storedEvent(2.5), source: 'else' };
    const found = relatedTo(three, [
      [system, two, three],
      [environment, two],
    ]);
    expect(found.map(({ event, reason }) => [event.id, reason])).to.deep.equal([
      [environment.id, 'same environment'],
      [two.id, 'same system and environment'],
      [system.id, 'same system'],
    ]);
    const minutes = (ms: number) => `${ms / 60_000} min`;
    expect(distanceOf(two, three, minutes)).to.equal('1 min before');
    expect(distanceOf(four, three, minutes)).to.equal('2 min later');
    expect(distanceOf(three, three, minutes)).to.equal('at the same moment');
  });

  it('leads from trouble to what changed before it', () => {
    expect(['incident', 'alert-fired', 'Outage'].map((type) => isTrouble({ type }))).to.deep.equal([
      ...[true, true, true],
    ]);
    expect(['incident-resolved', 'deployment'].map((type) => isTrouble({ type }))).to.deep.equal([
      ...[false, false],
    ]);
    const path = incidentPath({ ...three, source: '//a/b?&x', subject: 'prod uction' });
    expect(Object.fromEntries(new URL(path, 'https://x.example').searchParams)).to.deep.equal({
      at: three.time,
      subject: 'prod uction',
      source: '//a/b?&x',
    });
  });
});
