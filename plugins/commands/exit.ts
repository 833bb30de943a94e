/** Exit codes, promised in the help. */
export const EXIT = { ok: 0, outage: 1, configuration: 2, usage: 2 } as const;
