import { screen } from '#kit/screen'

/** Open pages. */
export const openContentScreens = [
  screen('knowledgeCentre', 'features/content/open/centre/KnowledgeCentre.tsx'),
  screen('blog/:slug', 'features/content/open/article/Article.tsx'),
]
