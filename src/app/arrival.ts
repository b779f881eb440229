/** Whether the customer came to the app from the start page of this document, by signing in or by a link. */
let fromStart = false;

/** Called once the app takes the start page's place. */
export const noteArrival = (): void => {
  fromStart = true;
};

export const cameFromStart = (): boolean => fromStart;
