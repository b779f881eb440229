import { createContext, useContext } from 'react';

/** Opens the sheet in which the customer signs in again (D49). The signed-in area provides it. */
export const SignInAgainContext = createContext<() => void>(() => {});

export const useSignInAgain = (): (() => void) => useContext(SignInAgainContext);
