import { screen } from '#kit/screen'

export const auditScreens = [screen('audit/list', 'operations/audit/AuditList.tsx')]
