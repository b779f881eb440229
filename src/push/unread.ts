/** How many pushes were shown that nobody has opened or put away: the part of the app's badge that is theirs. */
export async function unreadPushes(registration: ServiceWorkerRegistration | undefined): Promise<number> {
  try {
    return (await registration?.getNotifications())?.length ?? 0;
  } catch {
    // A browser without notifications.
    return 0;
  }
}
