import { Notifications } from '@mantine/notifications'

/** Shows toasts: top centre, for 5 seconds by default, paused while the pointer hovers over one. */
export const Toasts = () => <Notifications position="top-center" autoClose={5000} />
