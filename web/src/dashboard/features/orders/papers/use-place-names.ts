import { useArea, useWilayas } from '../wilaya-name.tsx';

export interface PlaceNames {
  areOnTheirWay: boolean;
  /** The places are named as the orders keep them. */
  areUnread: boolean;
  askAgain: () => Promise<unknown>;
}

/** Those that `WilayaName` and `CommuneName` read: nothing is printed before they are there. */
export function usePlaceNames(): PlaceNames {
  const missing = [useWilayas(), useArea()].filter(({ data }) => !data);
  return {
    areOnTheirWay: missing.some(({ isFetching }) => isFetching),
    areUnread: missing.some(({ isError }) => isError),
    askAgain: () => Promise.all(missing.filter(({ isError }) => isError).map(({ refetch }) => refetch())),
  };
}
