import { screen } from '#kit/screen'

/** Stands under the segment of every role, for whoever is signed in. */
export const notificationScreens = [screen('user/notificationQueue/list', 'platform/notification/NotificationList.tsx')]

export const notificationAddress = /^\/\w+\/user\/notificationQueue\/list\/?$/i
