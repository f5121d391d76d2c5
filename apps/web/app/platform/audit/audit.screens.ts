import { screen } from '#kit/screen'

export const auditScreens = [screen('audit/list', 'platform/audit/AuditList.tsx')]
