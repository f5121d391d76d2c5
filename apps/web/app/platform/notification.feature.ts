import type { Feature } from '#kit/feature'

export const notificationAddress = /^\/\w+\/user\/notificationQueue\/list\/?$/i

export const notificationFeature: Feature = {
  screens: {
    notifications: {
      'user/notificationQueue/list': 'platform/notification/NotificationList.tsx',
    },
  },
}
