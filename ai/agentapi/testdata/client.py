"""Example network client for NPC MCP server

This example shows how to connect to the MCP server over a network connection
without requiring direct access to the npc library.
"""

import asyncio
import json
import websockets

class NPCClient:
    def __init__(self, server_url="ws://localhost:8080"):
        self.server_url = server_url
        self.websocket = None
        
    async def connect(self):
        """Connect to MCP server"""
        self.websocket = await websockets.connect(self.server_url)
        
    async def close(self):
        """Close connection"""
        if self.websocket:
            await self.websocket.close()
            
    async def call_tool(self, name: str, arguments: dict) -> dict:
        """Call an MCP tool"""
        request = {
            "type": "tool",
            "name": name,
            "arguments": arguments
        }
        await self.websocket.send(json.dumps(request))
        response = await self.websocket.recv()
        return json.loads(response)
        
    async def read_resource(self, uri: str) -> dict:
        """Read an MCP resource"""
        request = {
            "type": "resource",
            "uri": uri
        }
        await self.websocket.send(json.dumps(request))
        response = await self.websocket.recv()
        return json.loads(response)

async def main():
    # Create client and connect
    client = NPCClient()
    await client.connect()
    
    try:
        # Create an agent
        agent_id = "network-test"
        result = await client.call_tool(
            "create_agent",
            {
                "agent_id": agent_id,
                "config": {
                    "traits": ["curious", "brave"],
                    "initial_working_memory": "I am exploring this world",
                    "initial_long_term_memories": [
                        "I enjoy discovering new places",
                        "I am skilled at solving puzzles"
                    ]
                }
            }
        )
        print(f"Created agent: {result}")
        
        # Get agent info
        info = await client.read_resource(f"agent://{agent_id}/info")
        print(f"\nAgent info: {info}")
        
        # Process an observation
        observation = "You are in a dimly lit room. There's a door to the north and a chest in the corner."
        available_actions = [
            {
                "name": "examine_chest",
                "description": "Look more closely at the chest",
                "parameters": {}
            },
            {
                "name": "open_door",
                "description": "Open the door and go north",
                "parameters": {}
            }
        ]
        
        result = await client.call_tool(
            "process_observation",
            {
                "agent_id": agent_id,
                "observation": observation,
                "available_actions": available_actions
            }
        )
        print(f"\nChosen action: {result}")
        
        # Cleanup
        result = await client.call_tool(
            "cleanup_agent",
            {"agent_id": agent_id}
        )
        print(f"\nCleaned up agent: {result}")
        
    finally:
        await client.close()

if __name__ == "__main__":
    asyncio.run(main())
