export { Grip } from './Grip.tsx'
export { ListTools } from './ListTools.tsx'
export { ViewButton } from './ViewButton.tsx'
