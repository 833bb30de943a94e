import type { Delivery, Feed, Subscription } from '../services/feed.ts';

export interface Room {
  /** Resolves when the room follows the feed. */
  readonly ready: Promise<void>;
  /** Everything up to here went to the room's members. */
  position(): number;
  leave(): void;
}

export interface RoomListener {
  deliver(organization: string, delivery: Delivery): void;
  reset(organization: string, position: number): void;
}

export interface Rooms {
  enter(organization: string): Room;
}

interface OpenRoom {
  members: number;
  subscription: Subscription | undefined;
  readonly ready: Promise<void>;
}

/** One subscription for each organization that somebody listens to, however many they are. */
export function createRooms(feed: Feed, listener: RoomListener): Rooms {
  const open = new Map<string, OpenRoom>();

  const subscribe = (organization: string): OpenRoom => {
    const subscribing = feed.subscribe(organization, {
      deliver: (delivery) => listener.deliver(organization, delivery),
      reset: (position) => listener.reset(organization, position),
    });
    const room: OpenRoom = {
      members: 0,
      subscription: undefined,
      ready: subscribing.then((subscription) => {
        room.subscription = subscription;
        if (room.members === 0) subscription.stop();
      }),
    };
    open.set(organization, room);
    return room;
  };

  return {
    enter: (organization) => {
      const room = open.get(organization) ?? subscribe(organization);
      room.members += 1;
      return {
        ready: room.ready,
        position: () => room.subscription?.position ?? 0,
        leave: () => {
          room.members -= 1;
          if (room.members > 0) return;
          room.subscription?.stop();
          if (open.get(organization) === room) open.delete(organization);
        },
      };
    },
  };
}
