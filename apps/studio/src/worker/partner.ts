/** The other of two runs of a scene that are shown beside each other. Neither may get far ahead. */
export interface Partner {
  /** Steps after which to wait for word from it; infinite if there is none. */
  readonly until: number;
  /** Takes a line to another run; null ends the partnership. */
  join(line: MessagePort | null): void;
  /** Says how many steps were done here. */
  tell(steps: number): void;
}

/** Steps that one may be ahead of the other. */
export const LEAD = 2;

/** `moved` is called whenever the other one has got on. The line is direct: the page may be busy drawing. */
export function createPartner(moved: () => void): Partner {
  let line: MessagePort | null = null;
  let until = Number.POSITIVE_INFINITY;
  return {
    get until() {
      return until;
    },
    join(next) {
      line?.close();
      line = next;
      until = Number.POSITIVE_INFINITY;
      if (line === null) {
        moved();
        return;
      }
      line.onmessage = ({ data }: MessageEvent<number>) => {
        until = data + LEAD;
        moved();
      };
    },
    tell: (steps) => line?.postMessage(steps),
  };
}
