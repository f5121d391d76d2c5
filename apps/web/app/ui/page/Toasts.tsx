import { Notifications } from '@mantine/notifications'

/** Where toasts appear: top centre, 5 seconds unless they say otherwise, still while the pointer rests on one. */
export const Toasts = () => <Notifications position="top-center" autoClose={5000} />
