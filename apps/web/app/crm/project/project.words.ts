import type { Project } from '@tradewind/contract/crm/project/project.contract'

/** The people that a project is shared with, by name. */
export const namesIn = ({ sharedWith }: Pick<Project, 'sharedWith'>) => sharedWith.map(({ fullName }) => fullName).join(', ')
