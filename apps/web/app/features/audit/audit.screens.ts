import { screen } from '#kit/screen'

export const auditScreens = [screen('audit/list', 'features/audit/AuditList.tsx')]
